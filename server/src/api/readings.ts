import { currentReadings, liveDevices } from '@tealight/contract';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** What the dashboard asks for again and again. */
export function serveReadings(api: Api, { readingsFor, devices }: Parts): void {
  serve(api, currentReadings, ({ visitor }) => readingsFor(visitor.wearerId));
  serve(api, liveDevices, async ({ visitor }) => ({ liveDevices: await devices.live(visitor.wearerId) }));
}
