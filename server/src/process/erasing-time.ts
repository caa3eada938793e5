import { type IncidentLog, openIncident } from '../shared/incident.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock-check.ts';

/**
 * A clock that is ahead by more than this of the time noted last, plus the time passed since, is suspect. Own choice:
 * data are erased by whole days.
 */
const SUSPECT_MS = DAY;
/** A suspect clock that does not jump again for this long is trusted: a server may have been off for a month. Own choice. */
const TRUSTED_AFTER_MS = HOUR;
/** How often the time is noted, with one write. Own choice: far below `SUSPECT_MS`. */
const INTERVAL_MS = 10 * MINUTE;

type Dependencies = {
  clock: Pick<Clock, 'now' | 'check'>;
  checks: Pick<Store['checks'], 'noteTime' | 'notedTime'>;
  log: IncidentLog;
  /** Milliseconds since an arbitrary moment, by a clock that nobody sets. */
  monotonic?: () => number;
};

export type ErasingTime = Disposable & {
  /** Epoch ms, by which to erase what is old; null while the clock may be wrong and nothing may be erased. */
  now(): Promise<number | null>;
};

/**
 * The time that decides which data are old enough to erase. What was erased cannot be restored, so nothing is erased while this machine's clock
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
  let trustedOffsetMs: number | null = null;
  let suspect: { offsetMs: number; since: number } | null = null;

  /** Checks the clock and remembers the result; whether it is trusted. Rejects where clock or store cannot be read. */
  const checkClock = async (): Promise<boolean> => {
    await clock.check();
    if (trustedOffsetMs === null) {
      const notedAt = await checks.notedTime();
      trustedOffsetMs = (notedAt ?? clock.now()) - monotonic();
    }
    const offsetMs = clock.now() - monotonic();
    const aheadMs = offsetMs - trustedOffsetMs;
    const isSameSuspect = suspect !== null && Math.abs(offsetMs - suspect.offsetMs) <= SUSPECT_MS;
    if (aheadMs > SUSPECT_MS && !isSameSuspect) suspect = { offsetMs, since: monotonic() };
    if (aheadMs > SUSPECT_MS && suspect !== null && monotonic() - suspect.since < TRUSTED_AFTER_MS) {
      incident.failed(null, { aheadMs: Math.round(aheadMs) });
      return false;
    }
    [trustedOffsetMs, suspect] = [offsetMs, null];
    incident.worked();
    return true;
  };
  // Errors are the health checks' to report: of the store, and of the clock.
  const isTrusted = () => checkClock().catch(() => false);
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
