import { isTimeZone, offsetsOf } from '@tealight/glucose';
import * as z from 'zod';
import { rowsIn } from '../rows.ts';
import { SourceError } from '../trouble.ts';
import { offsetBetween, type WallTime, wallTimeOf } from './wall-clock.ts';
import { zoneNamed } from './windows-zones.ts';

const MINUTE_MS = 60_000;
/** A phone uploads every five minutes; after this long without, the picture stands still. */
const FROZEN_AFTER_MS = 20 * MINUTE_MS;
const AHEAD_MS = 5 * MINUTE_MS;
/** A day of rows every five minutes is 288; of markers (meals, insulin, automatic doses) some hundreds. */
const MOST_ROWS = 600;
const MOST_MARKERS = 3000;

const instant = z.coerce.number().positive().max(8.64e15).nullish().catch(null);
const wall = z
  .union([
    z.number().transform((at): WallTime => ({ wall: at, offsetMs: null })),
    z.string().transform(wallTimeOf),
  ])
  .nullish()
  .catch(null);

const Row = z.object({
  sg: z.number(),
  timestamp: wall,
  datetime: wall,
});
const Marker = z.object({ type: z.literal('TIME_CHANGE'), timestamp: wall });
const Fields = z.object({
  sgs: z.array(z.unknown()),
  markers: z.array(z.unknown()).nullish().catch(null),
  lastSG: z.unknown(),
  lastSGTrend: z.string().nullish().catch(null),
  currentServerTime: instant,
  lastMedicalDeviceDataUpdateServerTime: instant,
  lastConduitUpdateServerDateTime: instant,
  lastConduitUpdateServerTime: instant,
  lastConduitDateTime: wall,
  medicalDeviceTime: instant,
  clientTimeZoneName: z.string().nullish().catch(null),
});
/** Since 2025 the message wears a wrapper; before it was flat. */
const Message = z.union([z.object({ patientData: Fields }).transform((full) => full.patientData), Fields]);

/** One row: a value of 0 is none. `time` is null for rows that were never measured. */
export type DisplayRow = { sg: number; time: WallTime | null };

/** The vendor's picture of the last day, with the rows' clock resolved. */
export type Display = {
  rows: DisplayRow[];
  newest: DisplayRow | null;
  trend: string | null;
  /** Where the clock was set, in its own time. */
  setAt: number[];
  /** The rows' clock minus UTC. */
  offsetMs: number;
  /** The phone or the pump has been silent for a while; the picture stands still. */
  frozen: boolean;
};

/** Throws `SourceError`: `unreachable` for a message without a picture, `unreadable` for one without a clock. */
export function toDisplay(answer: unknown, now: number): Display {
  const message = Message.safeParse(answer).data;
  // So the vendor answers during maintenance.
  if (message === undefined) throw new SourceError('medtronic', 'unreachable', { cause: 'no picture' });
  const rows = rowsIn('medtronic', message.sgs, MOST_ROWS).map(toRow);
  const markers = rowsIn('medtronic', message.markers ?? [], MOST_MARKERS);
  const time = message.currentServerTime ?? now;
  const frozen = time - (message.lastMedicalDeviceDataUpdateServerTime ?? time) > FROZEN_AFTER_MS;
  return {
    rows,
    newest: message.lastSG === undefined ? null : toRow(message.lastSG),
    trend: frozen ? null : (message.lastSGTrend ?? null),
    setAt: markers.flatMap((marker) => Marker.safeParse(marker).data?.timestamp?.wall ?? []),
    offsetMs: offsetOf(message, { rows, now: time }),
    frozen,
  };
}

function toRow(row: unknown): DisplayRow {
  const { sg = 0, timestamp, datetime } = Row.safeParse(row).data ?? {};
  return { sg, time: timestamp ?? datetime ?? null };
}

type Fields = z.infer<typeof Fields>;

/**
 * The rows are stamped by the pump, whose clock nobody names: it is found from what pump and phone showed at moments
 * that the server knows, else from the phone's time zone. Where pump and phone disagree the pump is right.
 */
function offsetOf(fields: Fields, { rows, now }: { rows: readonly DisplayRow[]; now: number }): number {
  const phone = offsetBetween(
    fields.lastConduitDateTime?.wall ?? null,
    fields.lastConduitUpdateServerDateTime ?? fields.lastConduitUpdateServerTime ?? null,
  );
  const pump = offsetBetween(
    fields.medicalDeviceTime ?? null,
    fields.lastMedicalDeviceDataUpdateServerTime ?? null,
  );
  const candidates = [pump, phone, zoneOffset(fields.clientTimeZoneName ?? '', now)].filter(
    (ms) => ms !== null,
  );
  const newest = Math.max(...rows.map(({ time }) => time?.wall ?? 0));
  const uploaded = fields.lastMedicalDeviceDataUpdateServerTime ?? now;
  const lagOf = (ms: number) => uploaded - (newest - ms);
  // The right clock puts the newest row shortly before its upload; a clock that puts it after is the wrong one.
  const offsetMs =
    candidates.find((ms) => lagOf(ms) >= -AHEAD_MS && lagOf(ms) <= FROZEN_AFTER_MS) ??
    candidates.find((ms) => lagOf(ms) >= -AHEAD_MS) ??
    candidates[0];
  if (offsetMs !== undefined) return offsetMs;
  if (rows.every(({ time }) => time === null || time.offsetMs !== null)) return 0;
  throw new SourceError('medtronic', 'unreadable', { cause: 'no clock to read the times by' });
}

function zoneOffset(name: string, at: number): number | null {
  const zone = zoneNamed(name);
  if (!isTimeZone(zone)) return null;
  return offsetsOf(zone, { from: at, to: at })[0]?.offsetMs ?? null;
}
