import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { trendOf } from '../arrows.ts';
import { checkedRows, rowsIn } from '../rows.ts';
import { SourceError } from '../trouble.ts';

/** What stands for LOW and HIGH where a record says so by its status. */
const LOW_MGDL = 39;
const HIGH_MGDL = 401;
/** mg/dL per mmol/L as Dexcom itself converts; taken back here to give the very number that the sensor said. */
const DEXCOM_MGDL_PER_MMOL = 18.0156;
/** Two records of one moment, from a phone and a receiver, are seconds apart. */
const TWIN_MS = 60_000;
const AHEAD_MS = 5 * 60_000;

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

/** What was asked for: after `since` (epoch ms), at most `most` records. */
export type Wanted = { since: number; now: number; most: number };

/** Records → readings with `since` < `takenAt`, oldest first. Throws `SourceError` `unreadable`. */
export async function toReadings(answer: unknown, { since, now, most }: Wanted): Promise<Reading[]> {
  const sorted = (await rowsOf(answer, most))
    .filter(({ takenAt }) => takenAt > since && takenAt <= now + AHEAD_MS)
    .sort((a, b) => a.takenAt - b.takenAt);
  const kept: Reading[] = [];
  for (const reading of sorted) {
    if (reading.takenAt - (kept.at(-1)?.takenAt ?? since) >= TWIN_MS) kept.push(reading);
  }
  return kept;
}

/** The time of the first record there is, in epoch ms; null where there is none. */
export function firstOf(dataRange: unknown): number | null {
  const range = DataRange.safeParse(dataRange);
  if (!range.success) throw new SourceError('dexcom-api', 'unreadable', { cause: 'no range of data' });
  return range.data.egvs?.start.systemTime ?? null;
}

async function rowsOf(answer: unknown, most: number): Promise<Reading[]> {
  const list = Records.safeParse(answer);
  const records = rowsIn('dexcom-api', list.data?.records, most);
  const rows = await checkedRows(records, (record) => Row.safeParse(record).data);
  if (records.length > 0 && rows.length === 0) {
    throw new SourceError('dexcom-api', 'unreadable', { cause: 'no record is a reading' });
  }
  return rows.flatMap(({ systemTime, trend, ...value }) => {
    const mgdl = mgdlOf(value);
    return mgdl === null ? [] : [{ takenAt: systemTime, mgdl, trend: trendOf(trend) }];
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
  // Below are error codes, and millimoles whose unit was lost.
  return mgdl >= LOW_MGDL && mgdl <= HIGH_MGDL ? mgdl : null;
}

/** UTC unless it says otherwise; seconds, zone and leading zeros may be missing. */
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
