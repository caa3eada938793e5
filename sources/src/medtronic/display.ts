import { HIGH_MGDL, isTimeZone, LOW_MGDL, MINUTE_MS, offsetsOf } from '@tealight/glucose';
import * as z from 'zod';
import { rowsIn } from '../shared/rows.ts';
import { SourceError } from '../source-error.ts';
import { type LocalTime, offsetBetween, parseLocalTime } from './local-time.ts';
import { timeZoneOf } from './windows-zones.ts';

/** A phone uploads every five minutes; after this long without an upload the display is stale. */
const STALE_AFTER_MS = 20 * MINUTE_MS;
/** A clock that dates a row further after its own upload is not the right one. Own choice. */
const ROW_AFTER_UPLOAD_MS = 5 * MINUTE_MS;
/** A day of rows every five minutes is 288; of markers (meals, insulin, automatic doses) some hundreds. */
const MAX_ROWS = 600;
const MAX_MARKERS = 3000;

const instant = z.coerce.number().positive().max(8.64e15).nullish().catch(null);
const local = z
  .union([
    z.number().transform((at): LocalTime => ({ local: at, offsetMs: null })),
    z.string().transform(parseLocalTime),
  ])
  .nullish()
  .catch(null);

const Row = z.object({
  sg: z.number(),
  sensorState: z.string().nullish().catch(null),
  timestamp: local,
  datetime: local,
});
const Marker = z.object({ type: z.literal('TIME_CHANGE'), timestamp: local });
const Fields = z.object({
  sgs: z.array(z.unknown()),
  markers: z.array(z.unknown()).nullish().catch(null),
  lastSG: z.unknown(),
  lastSGTrend: z.string().nullish().catch(null),
  currentServerTime: instant,
  lastMedicalDeviceDataUpdateServerTime: instant,
  lastConduitUpdateServerDateTime: instant,
  lastConduitUpdateServerTime: instant,
  lastConduitDateTime: local,
  medicalDeviceTime: instant,
  clientTimeZoneName: z.string().nullish().catch(null),
});
/** Since 2025 the fields are inside `patientData`; before, the message was flat. */
const Message = z.union([z.object({ patientData: Fields }).transform((full) => full.patientData), Fields]);

/** The states of a row whose value is the end of the sensor's range because the true one is beyond it. */
const beyond = new Map([
  ['SG_BELOW_40_MGDL', LOW_MGDL],
  ['SG_ABOVE_400_MGDL', HIGH_MGDL],
]);

/** One row, in mg/dL: 0 means no value, 39 LOW, 401 HIGH. `time` is null for rows without a measurement. */
export type DisplayRow = { sg: number; time: LocalTime | null };

/** The vendor's display of the last day, with the offset of the rows' clock. */
export type Display = {
  rows: DisplayRow[];
  newest: DisplayRow | null;
  trend: string | null;
  /** When the clock was set, in its own time. */
  setAt: number[];
  /** The rows' clock minus UTC. */
  offsetMs: number;
  /** Whether the phone or the pump has not uploaded for a while. */
  isStale: boolean;
};

/** Throws `SourceError`: `unreachable` for a message without a display, `unreadable` for one without a clock. */
export function toDisplay(response: unknown, now: number): Display {
  const message = Message.safeParse(response).data;
  // The vendor responds like this during maintenance.
  if (message === undefined) throw new SourceError('medtronic', 'unreachable', { cause: 'no display' });
  const rows = rowsIn('medtronic', message.sgs, MAX_ROWS).map(toRow);
  const markers = rowsIn('medtronic', message.markers ?? [], MAX_MARKERS);
  const time = message.currentServerTime ?? now;
  const isStale = time - (message.lastMedicalDeviceDataUpdateServerTime ?? time) > STALE_AFTER_MS;
  return {
    rows,
    newest: message.lastSG === undefined ? null : toRow(message.lastSG),
    trend: isStale ? null : (message.lastSGTrend ?? null),
    setAt: markers.flatMap((marker) => Marker.safeParse(marker).data?.timestamp?.local ?? []),
    offsetMs: offsetOf(message, { rows, now: time }),
    isStale,
  };
}

function toRow(row: unknown): DisplayRow {
  const { sg = 0, sensorState, timestamp, datetime } = Row.safeParse(row).data ?? {};
  return { sg: beyond.get(sensorState ?? '') ?? sg, time: timestamp ?? datetime ?? null };
}

type Fields = z.infer<typeof Fields>;

/**
 * The rows have the time of the pump, whose offset is not in the message. It follows from the times of pump and phone
 * at uploads, whose time the server knows, else from the phone's time zone. Where pump and phone differ the pump is right.
 */
function offsetOf(fields: Fields, { rows, now }: { rows: readonly DisplayRow[]; now: number }): number {
  const phone = offsetBetween(
    fields.lastConduitDateTime?.local ?? null,
    fields.lastConduitUpdateServerDateTime ?? fields.lastConduitUpdateServerTime ?? null,
  );
  const pump = offsetBetween(
    fields.medicalDeviceTime ?? null,
    fields.lastMedicalDeviceDataUpdateServerTime ?? null,
  );
  const candidates = [pump, phone, zoneOffset(fields.clientTimeZoneName ?? '', now)].filter(
    (ms) => ms !== null,
  );
  const newest = Math.max(...rows.map(({ time }) => time?.local ?? 0));
  const uploaded = fields.lastMedicalDeviceDataUpdateServerTime ?? now;
  const lagOf = (ms: number) => uploaded - (newest - ms);
  // The right clock dates the newest row shortly before its upload; a clock that dates it after is the wrong one.
  const offsetMs =
    candidates.find((ms) => lagOf(ms) >= -ROW_AFTER_UPLOAD_MS && lagOf(ms) <= STALE_AFTER_MS) ??
    candidates.find((ms) => lagOf(ms) >= -ROW_AFTER_UPLOAD_MS) ??
    candidates[0];
  if (offsetMs !== undefined) return offsetMs;
  if (rows.every(({ time }) => time === null || time.offsetMs !== null)) return 0;
  throw new SourceError('medtronic', 'unreadable', { cause: 'no offset for the times' });
}

function zoneOffset(name: string, at: number): number | null {
  const zone = timeZoneOf(name);
  if (!isTimeZone(zone)) return null;
  return offsetsOf(zone, { from: at, to: at })[0]?.offsetMs ?? null;
}
