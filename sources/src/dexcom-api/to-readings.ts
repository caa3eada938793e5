import { CLOCK_SKEW_MS, HIGH_MGDL, LOW_MGDL, MINUTE_MS, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import { checkedRows, rowsIn } from '../shared/rows.ts';
import { trendOfArrow } from '../shared/trend-arrows.ts';
import { SourceError } from '../source-error.ts';

/** mg/dL per mmol/L as Dexcom itself converts; undone here to get the number of the sensor. */
const DEXCOM_MGDL_PER_MMOL = 18.0156;
/** Two records of one moment, from a phone and a receiver, are seconds apart. */
const DUPLICATE_WITHIN_MS = MINUTE_MS;

const Row = z.object({
  systemTime: z.string().transform(toInstant).pipe(z.number()),
  value: z.number().nullish(),
  status: z.string().nullish(),
  trend: z.string().nullish(),
  unit: z.string().nullish(),
});
const Records = z.object({ records: z.unknown() });
const Start = z.object({ start: z.object({ systemTime: z.string().transform(toInstant).pipe(z.number()) }) });
const DataRange = z.object({ egvs: Start.nullish().catch(null) });

/** What was requested: after `since` (epoch ms), at most `maxRows` records. */
export type ReadingsQuery = { since: number; now: number; maxRows: number };

/** Records → readings with `since` < `takenAt`, oldest first. Throws `SourceError` `unreadable`. */
export async function toReadings(
  response: unknown,
  { since, now, maxRows }: ReadingsQuery,
): Promise<Reading[]> {
  const sorted = (await rowsOf(response, maxRows))
    .filter(({ takenAt }) => takenAt > since && takenAt <= now + CLOCK_SKEW_MS)
    .sort((a, b) => a.takenAt - b.takenAt);
  const kept: Reading[] = [];
  for (const reading of sorted) {
    if (reading.takenAt - (kept.at(-1)?.takenAt ?? since) >= DUPLICATE_WITHIN_MS) kept.push(reading);
  }
  return kept;
}

/** The time of the first record there is, in epoch ms; null where there is none. */
export function firstRecordTime(dataRange: unknown): number | null {
  const range = DataRange.safeParse(dataRange);
  if (!range.success) throw new SourceError('dexcomApi', 'unreadable', { cause: 'no range of data' });
  return range.data.egvs?.start.systemTime ?? null;
}

async function rowsOf(response: unknown, maxRows: number): Promise<Reading[]> {
  const list = Records.safeParse(response);
  const records = rowsIn('dexcomApi', list.data?.records, maxRows);
  const rows = await checkedRows(records, (record) => Row.safeParse(record).data);
  if (records.length > 0 && rows.length === 0) {
    throw new SourceError('dexcomApi', 'unreadable', { cause: 'no record is a reading' });
  }
  return rows.flatMap(({ systemTime, trend, ...value }) => {
    const mgdl = mgdlOf(value);
    return mgdl === null ? [] : [{ takenAt: systemTime, mgdl, trend: trendOfArrow(trend) }];
  });
}

function mgdlOf({
  value,
  status,
  unit,
}: Pick<z.infer<typeof Row>, 'value' | 'status' | 'unit'>): number | null {
  if (status === 'low') return LOW_MGDL;
  if (status === 'high') return HIGH_MGDL;
  const mgdl = Math.round((value ?? 0) * (unit === 'mmol/L' ? DEXCOM_MGDL_PER_MMOL : 1));
  // Lower ones are error codes, or millimoles whose unit is missing.
  return mgdl >= LOW_MGDL && mgdl <= HIGH_MGDL ? mgdl : null;
}

/** UTC unless the text names a zone; seconds, zone and leading zeros may be missing. */
function toInstant(text: string): number | null {
  const parts = text.match(
    /^(\d{4})-(\d\d?)-(\d\d?)T(\d\d?):(\d\d?)(?::(\d\d?)(?:\.\d+)?)?(Z|([+-])(\d\d):?(\d\d))?$/,
  );
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offset = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * (parts[8] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute - offset, second);
}
