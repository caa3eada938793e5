import type { Reading } from '@tealight/glucose';
import { type Rhythm, type Source, SourceError, type Trouble } from '@tealight/sources';
import * as z from 'zod';
import { DAY, MINUTE, SECOND } from '../src/times.ts';

/** Noon of a day on which nothing special happens. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const SECRET = 'correct horse battery staple';

export const fiveMinutely: Rhythm = { everyMs: 5 * MINUTE, visibleAfterMs: 8 * SECOND, pauseMs: 5 * SECOND };

const Login = z.object({ password: z.string() });
const Session = z.object({ number: z.number() });
type Login = z.infer<typeof Login>;
type Session = z.infer<typeof Session>;

export const readingAt = (takenAt: number, mgdl = 100): Reading => ({ takenAt, mgdl, trend: 'steady' });

/** A vendor as a plain object: what it would tell, how it feels, and what it was asked. */
export function fakeVendor(clock: { now: number }, { rhythm = fiveMinutely, historyMs = 90 * DAY } = {}) {
  const vendor = {
    /** Everything the sensor has measured; each reading shows `delayMs` after it was taken. */
    readings: [] as Reading[],
    delayMs: 5 * SECOND,
    /** What reading and signing in meet; null: all is well. */
    mood: null as Trouble | Error | null,
    signInMood: null as Trouble | null,
    retryAfterMs: undefined as number | undefined,
    /** Sessions below this number are over. */
    validFrom: 0,
    reads: [] as { at: number; since: number }[],
    signIns: [] as number[],
    /** Called while a read is under way. */
    meanwhile: async (_signal: AbortSignal) => {},
    renews: false,
    /** What it answers instead of readings. */
    babble: undefined as unknown,
  };
  const refuse = (mood: Trouble | Error | null) => {
    if (mood instanceof Error) throw mood;
    const more = { retryAfterMs: vendor.retryAfterMs };
    if (mood !== null) throw new SourceError('fake', mood, more);
  };
  const source: Source<Login, Session> = {
    ...{ name: 'fake', login: Login, session: Session, rhythm, historyMs },
    async connect({ password }) {
      vendor.signIns.push(clock.now);
      refuse(password === SECRET ? vendor.signInMood : 'wrong-login');
      return { number: vendor.signIns.length };
    },
    async read(session, since, visit) {
      vendor.reads.push({ at: clock.now, since });
      await visit.fetch('https://vendor.example/readings').catch(() => {});
      await vendor.meanwhile(visit.signal);
      refuse(vendor.mood);
      refuse(session.number < vendor.validFrom ? 'session-over' : null);
      if (vendor.renews) await visit.keep({ number: session.number + 1 });
      if (vendor.babble !== undefined) return vendor.babble as Reading[];
      const shown = ({ takenAt }: Reading) => takenAt > since && takenAt + vendor.delayMs <= clock.now;
      return vendor.readings.filter(shown).sort((a, b) => a.takenAt - b.takenAt);
    },
  };
  return { vendor, source };
}

export type Vendor = ReturnType<typeof fakeVendor>['vendor'];

/** A reading every five minutes from `from` until `until`. */
export const everyFive = (from: number, until: number): Reading[] =>
  Array.from({ length: Math.max(0, Math.ceil((until - from) / (5 * MINUTE))) }, (_, index) =>
    readingAt(from + index * 5 * MINUTE, 80 + (index % 100)),
  );
