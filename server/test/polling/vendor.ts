import type { Reading } from '@tealight/glucose';
import { type Rhythm, type Source, SourceError, type SourceErrorCode } from '@tealight/sources';
import * as z from 'zod';
import { DAY, MINUTE, SECOND } from '../../src/shared/time-units.ts';

/** Noon of a day on which nothing special happens. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const SECRET = 'correct horse battery staple';

export const fiveMinutely: Rhythm = { everyMs: 5 * MINUTE, visibleAfterMs: 8 * SECOND, pauseMs: 5 * SECOND };

const Login = z.object({ password: z.string() });
const Session = z.object({ number: z.number(), person: z.string().optional() });
type Login = z.infer<typeof Login>;
type Session = z.infer<typeof Session>;

export const readingAt = (takenAt: number, mgdl = 100): Reading => ({ takenAt, mgdl, trend: 'steady' });

/** A simulated vendor as a plain object: its readings, the errors that it answers with, and the calls that it got. */
export function fakeVendor(clock: { now: number }, { rhythm = fiveMinutely, historyMs = 90 * DAY } = {}) {
  const vendor = {
    /** All readings of the sensor; each is visible `delayMs` after it was taken. */
    readings: [] as Reading[],
    delayMs: 5 * SECOND,
    /** The error that reading answers with; null: none. */
    readError: null as SourceErrorCode | Error | null,
    signInError: null as SourceErrorCode | null,
    retryAfterMs: undefined as number | undefined,
    /** Sessions with a lower number have ended. */
    firstValidSession: 0,
    reads: [] as { at: number; since: number }[],
    signIns: [] as number[],
    /** Awaited by every read. */
    duringRead: async (_signal: AbortSignal) => {},
    /** Awaited when the answer of a read is made, which a wait may then hold up. */
    afterRead: async () => {},
    /** Whether each read renews the session. */
    renewsSession: false,
    /** Awaited by each renewal, before its answer. */
    duringRenewal: async (_signal: AbortSignal) => {},
    /** What reading returns instead of readings. */
    malformedAnswer: undefined as unknown,
  };
  const failWith = (error: SourceErrorCode | Error | null) => {
    if (error instanceof Error) throw error;
    if (error !== null) throw new SourceError('fake', error, { retryAfterMs: vendor.retryAfterMs });
  };
  const source: Source<Login, Session> = {
    name: 'fake',
    login: Login,
    session: Session,
    rhythm,
    historyMs,
    async connect({ password }) {
      vendor.signIns.push(clock.now);
      failWith(password === SECRET ? vendor.signInError : 'wrong-login');
      return { number: vendor.signIns.length };
    },
    async read(session, since, { fetch, signal, keep, uninterrupted }) {
      vendor.reads.push({ at: clock.now, since });
      await fetch('https://vendor.example/readings').catch(() => {});
      await vendor.duringRead(signal);
      failWith(vendor.readError);
      failWith(session.number < vendor.firstValidSession ? 'session-over' : null);
      if (vendor.renewsSession)
        await uninterrupted(async (ownSignal) => {
          await vendor.duringRenewal(ownSignal);
          await keep({ ...session, number: session.number + 1 });
        });
      if (vendor.malformedAnswer !== undefined) return vendor.malformedAnswer as Reading[];
      const isVisible = ({ takenAt }: Reading) => takenAt > since && takenAt + vendor.delayMs <= clock.now;
      const answer = vendor.readings.filter(isVisible).sort((a, b) => a.takenAt - b.takenAt);
      await vendor.afterRead();
      return answer;
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
