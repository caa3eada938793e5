import { lateness, type Sample, type SimulatedDay, samples } from '../day.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export type Picture = {
  life: SimulatedDay;
  now: number;
  /** From the measurement until the phone has uploaded it. */
  lateMs: readonly [number, number];
  silentAfter: number;
};

/** A time as the pump's clock shows it: whole seconds and no zone. */
const wallTime = (at: number, { utcOffsetMs = 0 }: SimulatedDay) =>
  new Date(at + utcOffsetMs).toISOString().slice(0, 19);

/** The message of the last day as the app shows it. */
export function displayMessage({ life, now, lateMs, silentAfter }: Picture) {
  const uploadedAt = ({ takenAt }: Sample) => takenAt + lateness(takenAt, life.seed, lateMs);
  const seen = samples(now - DAY, now, life).filter(
    (sample) => uploadedAt(sample) <= now && sample.takenAt <= silentAfter,
  );
  const newest = seen.at(-1);
  const uploaded = newest === undefined ? now - DAY : uploadedAt(newest);
  const sgs = seen.map((sample) => row(sample, life));
  const patientData = {
    clientTimeZoneName: 'W. Europe Standard Time',
    firstName: 'Sam',
    lastName: 'Example',
    currentServerTime: now,
    lastConduitDateTime: wallTime(uploaded, life),
    lastConduitUpdateServerDateTime: uploaded,
    medicalDeviceTime: uploaded + (life.utcOffsetMs ?? 0),
    lastMedicalDeviceDataUpdateServerTime: uploaded,
    medicalDeviceFamily: 'NGP',
    medicalDeviceInformation: { manufacturer: 'Medtronic', modelNumber: 'MMT-1886' },
    conduitInRange: true,
    pumpCommunicationState: true,
    sensorState: 'NO_ERROR_MESSAGE',
    systemStatusMessage: 'NO_ERROR_MESSAGE',
    bgUnits: 'MMOL_L',
    lastSG: sgs.at(-1) ?? { kind: 'SG', version: 1, sg: 0, sensorState: 'UNKNOWN' },
    lastSGTrend: newest === undefined ? 'NONE' : trendName(newest.perMinute),
    markers: [],
    sgs,
  };
  const metadata = {
    kind: 'DisplayMessage',
    version: 1,
    typeCast: false,
    clientDateTime: wallTime(now, life),
  };
  return { metadata, patientData };
}

function row({ takenAt, mgdl }: Sample, life: SimulatedDay) {
  const sg = Math.min(400, Math.max(40, mgdl));
  const states: Record<number, string> = { 40: 'SG_BELOW_40_MGDL', 400: 'SG_ABOVE_400_MGDL' };
  return {
    kind: 'SG',
    version: 1,
    sg,
    sensorState: sg === mgdl ? 'NO_ERROR_MESSAGE' : states[sg],
    timestamp: wallTime(takenAt, life),
    isBackfill: false,
  };
}

/** One arrow from 1 mg/dL a minute, two from 2, three from 3. */
function trendName(perMinute: number): string {
  const arrows = Math.min(3, Math.floor(Math.abs(perMinute)));
  const way = perMinute > 0 ? 'UP' : 'DOWN';
  return ['NONE', way, `${way}_DOUBLE`, `${way}_TRIPLE`][arrows] ?? 'NONE';
}
