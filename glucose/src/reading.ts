/** The trend of glucose; `unknown` when the sensor did not report it. */
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
