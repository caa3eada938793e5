/** Which way glucose is going, in words; `unknown` when the sensor did not say. */
export const trends = [
  'rising-fast',
  'rising',
  'rising-slowly',
  'steady',
  'falling-slowly',
  'falling',
  'falling-fast',
  'unknown',
] as const;
export type Trend = (typeof trends)[number];

/** One value of a sensor. `takenAt`: epoch milliseconds, UTC. `mgdl`: whole mg/dL. */
export type Reading = { takenAt: number; mgdl: number; trend: Trend };
