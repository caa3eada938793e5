import { saveRange, saveSettings } from '@tealight/contract';
import type { Range } from '@tealight/glucose';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Parts } from '../dependencies.ts';
import { noteAudit, spendRecorded } from '../people/access-changes.ts';

/** Setpoints, flashing and palette. */
export function serveRange(api: Api, parts: Parts): void {
  const { store, changes, now } = parts;
  serve(api, saveRange, async ({ body, principal }) => {
    const { wearerId, wearer, accountId: by } = principal;
    await spendRecorded(parts, principal);
    await store.transaction(async (inside) => {
      await inside.wearers.saveRange(wearerId, body);
      const detail = { from: rangeText(wearer.range), to: rangeText(body) };
      if (detail.from !== detail.to)
        await noteAudit(inside, wearerId, { kind: 'range-changed', by, detail }, now());
    });
    await changes.publish(wearerId, 'range');
    return { data: body };
  });

  serve(api, saveSettings, async ({ body: { highFlash, lowFlash, palette }, principal }) => {
    await store.wearers.saveFlash(principal.wearerId, { high: highFlash, low: lowFlash });
    if (palette !== undefined) await store.wearers.savePalette(principal.wearerId, palette);
    await changes.publish(principal.wearerId, 'range');
    return { isSuccess: true };
  });
}

/** Setpoints are settings, not readings: the record of changes may hold them. */
const rangeText = (range: Range | null): string =>
  range === null ? '' : `${range.low} / ${range.inRange} / ${range.high} ${range.unit}`;
