import { saveRange, saveSettings } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Parts } from '../dependencies.ts';

/** Setpoints, flashing and palette. */
export function serveRange(api: Api, { store, changes }: Parts): void {
  serve(api, saveRange, async ({ body, principal }) => {
    await store.wearers.saveRange(principal.wearerId, body);
    await changes.publish(principal.wearerId, 'range');
    return { data: body };
  });

  serve(api, saveSettings, async ({ body: { highFlash, lowFlash, palette }, principal }) => {
    await store.wearers.saveFlash(principal.wearerId, { high: highFlash, low: lowFlash });
    if (palette !== undefined) await store.wearers.savePalette(principal.wearerId, palette);
    await changes.publish(principal.wearerId, 'range');
    return { isSuccess: true };
  });
}
