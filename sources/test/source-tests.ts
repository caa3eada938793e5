import { CLOCK_SKEW_MS } from '@tealight/glucose';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Source } from '../src/source.ts';
import { SourceError, type SourceErrorCode } from '../src/source-error.ts';
import {
  FAILING_HOST,
  failing,
  fakeVendorSession,
  hanging,
  type Recorded,
  toResponse,
} from './fake-vendor.ts';

/** A source with what its tests need. */
export type SourceUnderTest<Login, Session> = {
  source: Source<Login, Session>;
  /** A login and a session that `well` accepts, and everything in them that must never be seen again. */
  login: Login;
  session: Session;
  secrets: readonly string[];
  /** The vendor when all is well, with at least two readings before `now` (epoch ms). */
  well: typeof fetch;
  /** The vendor with nothing new. */
  empty: typeof fetch;
  now: number;
  /** What is wrong, while connecting or reading, the vendor that responds so, and the error that follows. */
  errors: readonly (readonly [what: string, 'connect' | 'read', vendor: typeof fetch, SourceErrorCode])[];
};

const DAY_MS = 24 * 60 * 60_000;

/** The tests that every source passes. */
export function testSource<Login, Session>(subject: SourceUnderTest<Login, Session>): void {
  const { source, login, session, well, empty, now, errors } = subject;
  const connect = (vendor: typeof fetch, signal?: AbortSignal) =>
    source.connect(login, fakeVendorSession(vendor, now, signal));
  const read = (vendor: typeof fetch, since = now - DAY_MS) =>
    source.read(session, since, fakeVendorSession(vendor, now));
  const attempt = (what: 'connect' | 'read', vendor: typeof fetch) =>
    (what === 'connect' ? connect : read)(vendor);

  describe(`${source.name}, like every source,`, () => {
    test('[SRC-1] a right login opens a session that survives being stored', async () => {
      const opened = await connect(well);
      expect(source.session.parse(JSON.parse(JSON.stringify(opened)))).toEqual(opened);
    });

    test('[SRC-1] readings come oldest first, once each, whole, in the past and newer than asked', async () => {
      const readings = await read(well);
      expect(readings.length).toBeGreaterThan(1);
      expect(faultsOf(readings, now - DAY_MS, now)).toEqual([]);
      const [previous, newest] = readings.slice(-2);
      expect(await read(well, newest?.takenAt)).toEqual([]);
      expect(await read(well, previous?.takenAt)).toEqual([newest]);
    });

    test('[SRC-2] a reading dated as far ahead as clocks may differ is given, one dated further ahead is not', async () => {
      const newest = (await read(well)).at(-1)?.takenAt ?? 0;
      const readAt = async (at: number) =>
        (await source.read(session, now - DAY_MS, fakeVendorSession(well, at))).at(-1)?.takenAt;
      expect(await readAt(newest - CLOCK_SKEW_MS)).toBe(newest);
      expect(await readAt(newest - CLOCK_SKEW_MS - 1)).toBeLessThan(newest);
    });

    test('nothing new is an empty list, not an error', async () => {
      expect(await read(empty)).toEqual([]);
    });

    test.each([...errorCodesOfAllSources(), ...errors])(
      '%s (%s) is an error',
      async (_, what, vendor, errorCode) => {
        await expect(attempt(what, vendor)).rejects.toMatchObject({
          name: 'SourceError',
          source: source.name,
          errorCode,
        });
      },
    );

    test.each(['connect', 'read'] as const)('a vendor that hangs ends with the signal (%s)', async (what) => {
      const stop = new AbortController();
      const vendorSession = fakeVendorSession<Session>(hanging, now, stop.signal);
      const waiting =
        what === 'connect'
          ? source.connect(login, vendorSession)
          : source.read(session, now - DAY_MS, vendorSession);
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ errorCode: 'unreachable' });
    });

    test('[CON-6] connecting at a vendor that hangs ends within ten seconds', async () => {
      vi.useFakeTimers();
      try {
        const given = expect(connect(hanging)).rejects.toMatchObject({ errorCode: 'unreachable' });
        await vi.advanceTimersByTimeAsync(10_000);
        await given;
      } finally {
        vi.useRealTimers();
      }
    });

    test('[SRC-4] an error never carries a secret', async () => {
      for (const [, what, vendor] of [...errorCodesOfAllSources(), ...errors]) {
        const error = await attempt(what, vendor).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        const text = everythingIn(error);
        expect([...subject.secrets, FAILING_HOST].filter((secret) => text.includes(secret))).toEqual([]);
      }
    });

    test.each(['connect', 'read'] as const)(
      'arbitrary responses are errors or harmless (%s)',
      async (what) => {
        await fc.assert(
          fc.asyncProperty(arbitraryResponse, async (answer) => {
            const result = await attempt(what, async () => toResponse(answer)).then(
              (value) => value,
              (error: unknown) => error,
            );
            if (result instanceof Error) expect(result).toBeInstanceOf(SourceError);
            else if (what === 'read') expect(faultsOf(result as Readings, now - DAY_MS, now)).toEqual([]);
          }),
          { numRuns: 150 },
        );
      },
    );
  });
}

type Readings = Awaited<ReturnType<Source<unknown, unknown>['read']>>;

function faultsOf(readings: Readings, since: number, now: number): string[] {
  return readings.flatMap(({ takenAt, mgdl }, index) => [
    ...(Number.isInteger(takenAt) && takenAt > since && takenAt <= now + CLOCK_SKEW_MS
      ? []
      : [`time of ${index}`]),
    ...(Number.isInteger(mgdl) && mgdl >= 20 && mgdl <= 600 ? [] : [`value of ${index}`]),
    ...(takenAt > (readings[index - 1]?.takenAt ?? 0) ? [] : [`order of ${index}`]),
  ]);
}

function errorCodesOfAllSources() {
  const endless = async () =>
    new Response(new ReadableStream({ pull: (end) => end.enqueue(new Uint8Array(1 << 20)) }));
  return (['connect', 'read'] as const).flatMap((what) => [
    ['a name that nobody knows', what, failing('ENOTFOUND'), 'unreachable'] as const,
    ['a refused connection', what, failing('ECONNREFUSED'), 'unreachable'] as const,
    ['an address that must not be called', what, failing('EBLOCKED'), 'refused-address'] as const,
    ['a response without end', what, endless, 'unreadable'] as const,
  ]);
}

/** All an error could leak: its texts and fields, and those of its causes. */
function everythingIn(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return JSON.stringify(error) ?? '';
  const own = Object.fromEntries(Object.entries(error).filter(([key]) => key !== 'cause'));
  return `${error.message} ${error.stack} ${JSON.stringify(own)} ${everythingIn(error.cause, depth + 1)}`;
}

const words = fc.constantFrom(
  'sgv',
  'date',
  'dateString',
  'direction',
  'message',
  'status',
  'result',
  'data',
  'token',
  'type',
  'Value',
  'WT',
  'records',
);
const numbers = fc.oneof(
  fc.double(),
  fc.integer({ min: -10, max: 700 }),
  fc.constantFrom(1.7e12, 1e308, '120', '1791797344000'),
);
const leaf = fc.oneof(
  numbers,
  fc.string(),
  fc.constantFrom(null, true, 'OK', 'sgv', 'Flat', 'Date(1791797344000)'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(words, tie('value')),
  ),
}));
const json = value.map((body) => JSON.stringify(body) ?? 'null');
const truncated = fc.tuple(json, fc.nat(200)).map(([text, end]) => text.slice(0, end));
const page = fc.string().map((text) => `<!DOCTYPE html><html><body>${text}</body></html>`);

const arbitraryResponse: fc.Arbitrary<Recorded> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 301, 307, 400, 401, 403, 404, 418, 429, 430, 500, 503),
  headers: fc.record({
    'content-type': fc.constantFrom('application/json', 'text/html', 'text/plain', 'image/png'),
    'retry-after': fc.constantFrom('', '5', 'soon', 'Wed, 21 Oct 2099 07:28:00 GMT'),
    location: fc.constantFrom('', '/', 'https://elsewhere.example/', ':::'),
  }),
  body: fc.oneof(json, truncated, page, fc.string({ maxLength: 2000 })),
});
