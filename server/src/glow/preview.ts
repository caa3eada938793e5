import { type GlowMessage, TRY_STEP_MS, trySteps } from '@tealight/contract';
import { colorOf, glowOf, setpointsOf, type Zone } from '@tealight/glucose';
import type { WearerFacts } from './wearer-facts.ts';

/** The step of a preview at `now`: the zone to show (null: no data) and when it ends, epoch ms. Null without a preview. */
export function previewStep(
  { tryingSince }: WearerFacts,
  now: number,
): { zone: Zone | null; until: number } | null {
  if (tryingSince === null || now < tryingSince) return null;
  const step = Math.floor((now - tryingSince) / TRY_STEP_MS);
  const zone = trySteps[step];
  return zone === undefined ? null : { zone, until: tryingSince + (step + 1) * TRY_STEP_MS };
}

/** The glow of a zone, or of no data. It has no value, so that a preview is never mistaken for a reading. */
export function previewGlow(
  facts: WearerFacts,
  { zone, until }: { zone: Zone | null; until: number },
): GlowMessage {
  const noData = glowOf({ ...facts, reading: null, previous: null }, until);
  if (zone === null) return { ...noData, trying: true };
  const setpoints = facts.range && setpointsOf(facts.range);
  const mgdl = { low: setpoints?.lowMgdl, 'in-range': setpoints?.inRangeMgdl, high: setpoints?.highMgdl };
  return {
    ...noData,
    color: colorOf(mgdl[zone] ?? 0, setpoints, facts.palette),
    flash: (zone === 'low' && facts.flash.low) || (zone === 'high' && facts.flash.high),
    brightness: 1,
    zone,
    stale: false,
    validUntil: new Date(until).toISOString(),
    trying: true,
  };
}
