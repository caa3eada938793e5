import type { GlowMessage } from '@tealight/contract';
import { glowOf } from '@tealight/glucose';

const takenAt = Date.UTC(2026, 10, 20, 10, 5);
const shown = {
  reading: { takenAt, mgdl: 112, trend: 'steady' },
  previous: { takenAt: takenAt - 300_000, mgdl: 115, trend: 'steady' },
  range: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  flash: { high: true, low: true },
  palette: 'classic',
} as const;

/** A glow in range, measured at 10:05 and valid until 10:20 UTC on November 20, 2026, unless a test says otherwise. */
export const aGlow = (more: Partial<GlowMessage> = {}): GlowMessage => ({
  ...glowOf(shown, takenAt),
  color: '#2fbf71',
  ...more,
});
