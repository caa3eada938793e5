import { saveRange, saveSettings } from '@tealight/contract';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** Setpoints, flashing and palette: what a reading is judged and drawn by. */
export function serveRange(api: Api, { store, changes }: Parts): void {
  serve(api, saveRange, async ({ body, visitor }) => {
    await store.wearers.saveRange(visitor.wearerId, body);
    await changes.tell(visitor.wearerId, 'range');
    return { data: body };
  });

  serve(api, saveSettings, async ({ body: { highFlash, lowFlash, palette }, visitor }) => {
    await store.wearers.saveFlash(visitor.wearerId, { high: highFlash, low: lowFlash });
    if (palette !== undefined) await store.wearers.savePalette(visitor.wearerId, palette);
    await changes.tell(visitor.wearerId, 'range');
    return { isSuccess: true };
  });
}
