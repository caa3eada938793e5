import { type IncidentLog, openIncident } from '../shared/incident.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock-check.ts';

/** A clock that is further ahead of what was noted and has passed since is suspect. Own choice: days are erased. */
const SUSPECT_MS = DAY;
/** A clock that stays the same for this long is trusted: a server may have been off for a month. Own choice. */
const TRUSTED_AFTER_MS = HOUR;
/** How often the time is noted. Own choice: far below `SUSPECT_MS`, and a write each. */
const INTERVAL_MS = 10 * MINUTE;

type Dependencies = {
  clock: Pick<Clock, 'now' | 'check'>;
  checks: Pick<Store['checks'], 'noteTime' | 'notedTime'>;
  log: IncidentLog;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  monotonic?: () => number;
};

export type ErasingTime = Disposable & {
  /** Epoch ms, by which to erase what is old; null while the clock may be wrong and nothing may be erased. */
  now(): Promise<number | null>;
};

/**
 * The time by which data are erased, which no correction brings back. Nothing is erased while this machine's clock
 * differs from the database's, nor by a clock that is more than a day ahead of the time noted before: after a power cut
 * a machine may have a wrong one until it reaches a time service.
 */
export function openErasingTime({
  clock,
  checks,
  log,
  monotonic = () => performance.now(),
}: Dependencies): ErasingTime {
  const incident = openIncident(log, 'erasing-paused', { level: 'warn', logsError: false });
  /** By how much the clock was ahead of the monotonic one when it was last trusted, ms; null: not known yet. */
  let trustedMs: number | null = null;
  let suspect: { aheadMs: number; since: number } | null = null;

  /** Whether the clock is trusted. */
  const look = async (): Promise<boolean> => {
    await clock.check();
    if (trustedMs === null) {
      const notedAt = await checks.notedTime();
      trustedMs = (notedAt ?? clock.now()) - monotonic();
    }
    const aheadMs = clock.now() - monotonic();
    const jumpMs = aheadMs - trustedMs;
    const isSame = suspect !== null && Math.abs(aheadMs - suspect.aheadMs) <= SUSPECT_MS;
    if (jumpMs > SUSPECT_MS && !isSame) suspect = { aheadMs, since: monotonic() };
    if (jumpMs > SUSPECT_MS && suspect !== null && monotonic() - suspect.since < TRUSTED_AFTER_MS) {
      incident.failed(null, { aheadMs: Math.round(jumpMs) });
      return false;
    }
    [trustedMs, suspect] = [aheadMs, null];
    incident.worked();
    return true;
  };
  // Errors are the health checks' to report: of the store, and of the clock.
  const isTrusted = () => look().catch(() => false);
  const note = async () => {
    if (await isTrusted()) await checks.noteTime(clock.now()).catch(() => {});
  };
  void note();
  const timer = setInterval(() => void note(), INTERVAL_MS).unref();
  return {
    now: async () => ((await isTrusted()) ? clock.now() : null),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
