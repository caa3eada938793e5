/** One simulated wearer. The same seed gives the same days, no matter who asks and whenever. */
export type SimulatedDay = {
  seed: number;
  /** Between two readings of the sensor; 5 minutes when left out. */
  everyMs?: number;
  /** Local time minus UTC, for meals and nights at sensible hours. */
  utcOffsetMs?: number;
};

/** One value of the simulated sensor. `perMinute`: mg/dL a minute, over the last 15 minutes. */
export type Sample = { takenAt: number; mgdl: number; perMinute: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The sensor's readings with `from` < `takenAt` ≤ `to` (epoch ms), oldest first.
 * 90 days of five-minute readings take some 70 ms.
 */
export function samples(from: number, to: number, life: SimulatedDay): Sample[] {
  const everyMs = life.everyMs ?? 5 * MINUTE;
  const phase = Math.floor(chance(life.seed, 1) * everyMs);
  const found: Sample[] = [];
  for (let slot = Math.floor((from - phase) / everyMs) - 1; ; slot += 1) {
    const jitter = Math.round((chance(life.seed, 2, slot) - 0.5) * Math.min(2000, everyMs / 10));
    const takenAt = slot * everyMs + phase + jitter;
    if (takenAt > to) return found;
    if (takenAt > from) found.push(sampleAt(takenAt, life));
  }
}

/** How long after the measurement a vendor shows a reading: `shortest` to `longest` ms, the same at every ask. */
export function lateness(
  takenAt: number,
  seed: number,
  [shortest, longest]: readonly [number, number],
): number {
  return Math.round(shortest + chance(seed, 3, takenAt) * (longest - shortest));
}

function sampleAt(takenAt: number, life: SimulatedDay): Sample {
  const mgdl = Math.round(glucoseAt(takenAt, life));
  return { takenAt, mgdl, perMinute: (mgdl - glucoseAt(takenAt - 15 * MINUTE, life)) / 15 };
}

/** Glucose in mg/dL as the body has it and a sensor sees it, between 35 and 420. */
function glucoseAt(at: number, life: SimulatedDay): number {
  const local = at + (life.utcOffsetMs ?? 0);
  const today = Math.floor(local / DAY);
  const hour = (local - today * DAY) / HOUR;
  const base = 102 + 18 * bump(hour, 6.2, 1.8) - 6 * bump(hour, 2.5, 2);
  // Yesterday's late dinner still counts after midnight.
  const events = eventsOf(today, life.seed, hour) + eventsOf(today - 1, life.seed, hour + 24);
  const drift =
    14 * wave(local / (95 * MINUTE), life.seed, 4) + 5 * wave(local / (21 * MINUTE), life.seed, 5);
  const noise = 2.5 * (chance(life.seed, 6, Math.round(at / 1000)) - 0.5);
  return Math.min(420, Math.max(35, base + events + drift + noise));
}

/** What meals, insulin and sport of one day add at an hour counted from its midnight. */
function eventsOf(day: number, seed: number, hour: number): number {
  const luck = (what: number) => chance(seed, 10 + what, day);
  const meals = [7.4, 12.6, 18.9].map((usual, index) => {
    const size = 45 + 65 * luck(index) + (luck(20 + index) < 0.18 ? 90 : 0); // now and then the bolus is late
    return size * meal(hour - usual - 1.2 * (luck(40 + index) - 0.5));
  });
  const snack = luck(4) < 0.5 ? 35 * meal(hour - 15.8 - luck(5)) : 0;
  const sport = luck(6) < 0.35 ? -48 * bump(hour, 17.2 + luck(7), 0.7) : 0;
  const nightLow = luck(8) < 0.22 ? -58 * bump(hour, 26.5 + 2 * luck(9), 0.9) : 0;
  return meals.reduce((sum, rise) => sum + rise, 0) + snack + sport + nightLow;
}

/** A meal `hours` after its first bite: highest after an hour, back after three, a little below for a while. */
function meal(hours: number): number {
  if (hours <= 0) return 0;
  return hours ** 2 * Math.exp(2 * (1 - hours)) - 0.2 * bump(hours, 4.2, 0.8);
}

function bump(x: number, center: number, width: number): number {
  return Math.exp(-(((x - center) / width) ** 2));
}

/** Smooth noise between -1 and 1: random values at whole `x`, eased between. */
function wave(x: number, seed: number, kind: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const ease = part * part * (3 - 2 * part);
  const left = chance(seed, kind, whole);
  return 2 * (left + (chance(seed, kind, whole + 1) - left) * ease) - 1;
}

/** A number from 0 to 1 that depends on nothing but its arguments (an integer hash in two rounds). */
function chance(seed: number, kind: number, index = 0): number {
  let hash = (seed ^ Math.imul(kind, 0x9e3779b1)) | 0;
  for (const part of [index | 0, Math.floor(index / 0x1_0000_0000) | 0]) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 0x1_0000_0000;
}
