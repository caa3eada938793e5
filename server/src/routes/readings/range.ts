import { saveRange, saveSettings } from '@tealight/contract';
import { convertRange, type Range, rangeMistakes, switchUnit } from '@tealight/glucose';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit, spendRecorded } from '../people/access-changes.ts';

/** Setpoints, flashing and palette. */
export function serveRange(api: Api, dependencies: Dependencies): void {
  const { store, changes, now } = dependencies;
  serve(api, saveRange, async ({ body, principal }) => {
    const { wearerId, wearer, follow, accountId: by } = principal;
    await spendRecorded(dependencies, principal);
    const range = follow === null ? body : inUnitOf(wearer.range, body);
    await store.transaction(async (inside) => {
      await inside.wearers.saveRange(wearerId, range);
      const detail = { from: rangeText(wearer.range), to: rangeText(range) };
      if (detail.from !== detail.to)
        await noteAudit(inside, wearerId, { kind: 'range-changed', by, detail }, now());
    });
    await changes.publish(wearerId, 'range');
    return { data: range };
  });

  serve(api, saveSettings, async ({ body: { highFlash, lowFlash, palette }, principal }) => {
    await store.wearers.saveFlash(principal.wearerId, { high: highFlash, low: lowFlash });
    if (palette !== undefined) await store.wearers.savePalette(principal.wearerId, palette);
    await changes.publish(principal.wearerId, 'range');
    return { isSuccess: true };
  });
}

/**
 * What somebody else entered in their own unit, in the wearer's (PPL-22). A setpoint that they left as it was shown to
 * them stays exactly as it is, unless it no longer fits between the others.
 */
function inUnitOf(saved: Range | null, entered: Range): Range {
  if (saved === null) return entered;
  const shown = convertRange(saved, entered.unit);
  const { before: _, ...range } = switchUnit({ ...entered, before: { typed: saved, shown } }, saved.unit);
  return Object.keys(rangeMistakes(range)).length === 0 ? range : convertRange(entered, saved.unit);
}

/** Setpoints are settings, not readings: the record of changes may hold them. */
const rangeText = (range: Range | null): string =>
  range === null ? '' : `${range.low} / ${range.inRange} / ${range.high} ${range.unit}`;
