import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Source } from '../src/source.ts';
import { SourceError, type Trouble } from '../src/trouble.ts';
import { FAILING_HOST, failing, hanging, type Recorded, toResponse, visitOf } from './world.ts';

/** What a source brings to its exam. */
export type Candidate<Login, Session> = {
  source: Source<Login, Session>;
  /** A login and a session that `well` accepts, and everything in them that must never be seen again. */
  login: Login;
  session: Session;
  secrets: readonly string[];
  /** The vendor on a good day, with at least two readings before `now` (epoch ms). */
  well: typeof fetch;
  /** The vendor with nothing new. */
  empty: typeof fetch;
  now: number;
  /** A sentence about the vendor, the vendor, and what a source must make of it while connecting or reading. */
  troubles: readonly (readonly [sentence: string, 'connect' | 'read', vendor: typeof fetch, Trouble])[];
};

const DAY_MS = 24 * 60 * 60_000;

/** The exam that every source passes. */
export function examine<Login, Session>(candidate: Candidate<Login, Session>): void {
  const { source, login, session, well, empty, now, troubles } = candidate;
  const connect = (vendor: typeof fetch, signal?: AbortSignal) =>
    source.connect(login, visitOf(vendor, now, signal));
  const read = (vendor: typeof fetch, since = now - DAY_MS) =>
    source.read(session, since, visitOf(vendor, now));
  const attempt = (what: 'connect' | 'read', vendor: typeof fetch) =>
    (what === 'connect' ? connect : read)(vendor);

  describe(`${source.name} at the exam of all sources`, () => {
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

    test('nothing new is an empty list, not a trouble', async () => {
      expect(await read(empty)).toEqual([]);
    });

    test.each([...everySourcesTroubles(), ...troubles])(
      '%s (%s) is told as such',
      async (_, what, vendor, trouble) => {
        await expect(attempt(what, vendor)).rejects.toMatchObject({
          name: 'SourceError',
          source: source.name,
          trouble,
        });
      },
    );

    test.each(['connect', 'read'] as const)('a vendor that hangs ends with the signal (%s)', async (what) => {
      const stop = new AbortController();
      const visit = visitOf<Session>(hanging, now, stop.signal);
      const waiting =
        what === 'connect' ? source.connect(login, visit) : source.read(session, now - DAY_MS, visit);
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ trouble: 'unreachable' });
    });

    test('[CON-6] connecting at a vendor that hangs ends within ten seconds', async () => {
      vi.useFakeTimers();
      try {
        const given = expect(connect(hanging)).rejects.toMatchObject({ trouble: 'unreachable' });
        await vi.advanceTimersByTimeAsync(10_000);
        await given;
      } finally {
        vi.useRealTimers();
      }
    });

    test('[SRC-4] an error never carries a secret', async () => {
      for (const [, what, vendor] of [...everySourcesTroubles(), ...troubles]) {
        const error = await attempt(what, vendor).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        const told = everythingIn(error);
        expect([...candidate.secrets, FAILING_HOST].filter((secret) => told.includes(secret))).toEqual([]);
      }
    });

    test.each(['connect', 'read'] as const)(
      'whatever a vendor babbles, it is told or harmless (%s)',
      async (what) => {
        await fc.assert(
          fc.asyncProperty(babble, async (answer) => {
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
    ...(Number.isInteger(takenAt) && takenAt > since && takenAt <= now + 5 * 60_000
      ? []
      : [`time of ${index}`]),
    ...(Number.isInteger(mgdl) && mgdl >= 20 && mgdl <= 600 ? [] : [`value of ${index}`]),
    ...(takenAt > (readings[index - 1]?.takenAt ?? 0) ? [] : [`order of ${index}`]),
  ]);
}

function everySourcesTroubles() {
  const endless = async () =>
    new Response(new ReadableStream({ pull: (end) => end.enqueue(new Uint8Array(1 << 20)) }));
  return (['connect', 'read'] as const).flatMap((what) => [
    ['a name that nobody knows', what, failing('ENOTFOUND'), 'unreachable'] as const,
    ['a refused connection', what, failing('ECONNREFUSED'), 'unreachable'] as const,
    ['an address that must not be visited', what, failing('EBLOCKED'), 'refused-address'] as const,
    ['an answer without end', what, endless, 'unreadable'] as const,
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

const babble: fc.Arbitrary<Recorded> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 301, 307, 400, 401, 403, 404, 418, 429, 430, 500, 503),
  headers: fc.record({
    'content-type': fc.constantFrom('application/json', 'text/html', 'text/plain', 'image/png'),
    'retry-after': fc.constantFrom('', '5', 'soon', 'Wed, 21 Oct 2099 07:28:00 GMT'),
    location: fc.constantFrom('', '/', 'https://elsewhere.example/', ':::'),
  }),
  body: fc.oneof(json, truncated, page, fc.string({ maxLength: 2000 })),
});
