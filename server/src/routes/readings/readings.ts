import { currentReadings, liveDevices } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { devicesOf } from '../devices/own-devices.ts';

/** The calls that the dashboard repeats. */
export function serveReadings(api: Api, { readingsFor, devices }: Dependencies): void {
  serve(api, currentReadings, ({ principal: { wearerId, follow } }) =>
    readingsFor(wearerId, follow?.unit ?? undefined),
  );
  serve(api, liveDevices, async ({ principal }) => ({
    liveDevices: await devices.live(principal.wearerId, devicesOf(principal)),
  }));
}
