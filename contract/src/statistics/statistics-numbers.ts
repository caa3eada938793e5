import { bands, goalMeasures, populations } from '@tealight/glucose';
import * as z from 'zod/mini';

const perBand = (schema: z.ZodMiniNumber) =>
  Object.fromEntries(bands.map((band) => [band, schema])) as Record<(typeof bands)[number], typeof schema>;

/** The numbers of a period: shares 0 to 1, glucose in mg/dL whatever the wearer's unit, spans in milliseconds. */
export const StatisticsNumbers = z.object({
  readings: z.number(),
  coveredMs: z.number(),
  /** Whether there are enough readings, the share of expected readings that exist, and a sentence about both. */
  sufficiency: z.object({ isEnough: z.boolean(), coverage: z.number(), sentence: z.string() }),
  shares: z.object(perBand(z.number())),
  lowestMgdl: z.number(),
  highestMgdl: z.number(),
  meanMgdl: z.number(),
  /** Null with a single reading. */
  sdMgdl: z.nullable(z.number()),
  cvPercent: z.nullable(z.number()),
  /** These three are null without enough readings. */
  gmiPercent: z.nullable(z.number()),
  riskIndex: z.nullable(z.object({ score: z.number(), zone: z.enum(['A', 'B', 'C', 'D', 'E']) })),
  goals: z.nullable(
    z.array(
      z.object({
        measure: z.enum(goalMeasures),
        than: z.enum(['less', 'more']),
        percent: z.number(),
        share: z.number(),
        isMet: z.boolean(),
      }),
    ),
  ),
});
export type StatisticsNumbers = z.output<typeof StatisticsNumbers>;

/** This period less the one before; `…Points` are percentage points. */
export const StatisticsComparison = z.object({
  targetPoints: z.number(),
  belowPoints: z.number(),
  abovePoints: z.number(),
  meanMgdl: z.number(),
  cvPercent: z.nullable(z.number()),
  sentence: z.string(),
});
export type StatisticsComparison = z.output<typeof StatisticsComparison>;

/** A time below or above the target; not over: it still continues. */
export const StatisticsEvent = z.object({
  side: z.enum(['low', 'high']),
  from: z.number(),
  to: z.number(),
  extremeMgdl: z.number(),
  isProlonged: z.boolean(),
  isOver: z.boolean(),
});
export type StatisticsEvent = z.output<typeof StatisticsEvent>;

/** A time of day in the profile: the distribution of glucose at that time over the days. */
export const ProfilePoint = z.object({
  /** Since local midnight. */
  minute: z.number(),
  days: z.number(),
  percentiles: z.nullable(
    z.object({ p5: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p95: z.number() }),
  ),
});

export const StatisticsPopulation = z.enum(populations);
