import { type Glow, lookOf } from '../look.ts';

/** A glow in range that is valid for 14 more minutes. */
export const glow = (more: Partial<Glow> = {}): Glow => ({
  color: '#2fbf71',
  flash: false,
  brightness: 1,
  zone: 'in-range',
  stale: false,
  text: '112',
  trend: 'steady',
  validUntil: new Date(Date.now() + 840_000).toISOString(),
  ...more,
});

/** What lamps show of a glow that has just been received. */
export const lookNow = (latest: Glow | null) => lookOf(latest, { now: Date.now(), heldMs: 0 });
