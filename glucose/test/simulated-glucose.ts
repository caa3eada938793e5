import { DAY, MINUTE, START, type Taken } from './readings.ts';

/** A simulated wearer; the same seed gives the same readings. */
export type SimulatedWearer = { seed: number; days: number; everyMinutes?: number };

/** What glucose goes back to, in mg/dL. */
const BASE_MGDL = 115;
/** How long a change goes on, in minutes, before it has faded by 1/e. */
const MOMENTUM_MINUTES = 18;
/** The standard deviation of changes of unknown cause, in mg/dL a minute. */
const UNREST_PER_MINUTE = 0.75;
/** Back to the base, per minute. */
const RETURN_PER_MINUTE = 0.009;
/** Sensor noise: its standard deviation, and how much of it is the same a minute later. */
const NOISE_MGDL = 2.2;
const NOISE_KEPT = 0.9;

/** A meal about every so many minutes, and how many mg/dL it adds at most. */
const MEAL_EVERY_MINUTES = 300;
const MEAL_MGDL = 130;
/** How long a meal raises glucose, and its insulin lowers it: highest after this many minutes. */
const MEAL_PEAK_MINUTES = 35;
const INSULIN_PEAK_MINUTES = 75;

/**
 * Readings as a sensor gives them: a change lasts for a while and then fades, meals raise glucose, insulin lowers it
 * later and not always by the right amount, and neighboring readings share some of their noise.
 *
 * Units   whole mg/dL, 39 (LOW) to 401 (HIGH); a reading is up to two seconds early or late.
 * Source  own model. Its numbers were set so that a straight line and a damped one warn of a low as often, and as often
 *         for nothing, as on 55 days of real readings.
 */
export function simulatedReadings({ seed, days, everyMinutes = 5 }: SimulatedWearer): Taken[] {
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const keep = Math.exp(-1 / MOMENTUM_MINUTES);
  const meals: { at: number; rise: number; fall: number }[] = [];
  const readings: Taken[] = [];
  let [mgdl, unrest, noise] = [BASE_MGDL, 0, 0];
  for (let minute = 0; minute < (days * DAY) / MINUTE; minute += 1) {
    if (random() < 1 / MEAL_EVERY_MINUTES) {
      const rise = MEAL_MGDL * (0.3 + 0.7 * random());
      meals.push({ at: minute, rise, fall: rise * (0.6 + 0.7 * random()) });
    }
    unrest = keep * unrest + Math.sqrt(1 - keep * keep) * UNREST_PER_MINUTE * normal();
    noise = NOISE_KEPT * noise + Math.sqrt(1 - NOISE_KEPT ** 2) * NOISE_MGDL * normal();
    mgdl += unrest + (BASE_MGDL - mgdl) * RETURN_PER_MINUTE;
    for (const { at, rise, fall } of meals.slice(-4))
      mgdl += rise * share(minute - at, MEAL_PEAK_MINUTES) - fall * share(minute - at, INSULIN_PEAK_MINUTES);
    if (minute % everyMinutes !== 0) continue;
    const takenAt = START + minute * MINUTE + Math.round(4000 * (random() - 0.5));
    readings.push({ takenAt, mgdl: Math.min(401, Math.max(39, Math.round(mgdl + noise))) });
  }
  return readings;
}

/** What of a meal or of its insulin acts within one minute; all of it is 1. */
const share = (minutes: number, peak: number): number => (minutes / peak ** 2) * Math.exp(-minutes / peak);

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32, public domain). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
