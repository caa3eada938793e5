import type { GlowMessage } from '@tealight/contract';

/** A glow in range, measured at 10:05 and valid until 10:20 UTC on November 20, 2026, unless a test says otherwise. */
export const aGlow = (more: Partial<GlowMessage> = {}): GlowMessage => ({
  color: '#2fbf71',
  flash: false,
  brightness: 1,
  zone: 'in-range',
  stale: false,
  value: 112,
  unit: 'mg/dL',
  text: '112',
  trend: 'steady',
  delta: -3,
  time: '2026-11-20T10:05:00Z',
  validUntil: '2026-11-20T10:20:00Z',
  ...more,
});
