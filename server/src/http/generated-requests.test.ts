import { calls, Problem } from '@tealight/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ada, apiOn, openInMemory, type TestApi } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import { noBudgets } from '../routes/budgets.ts';
import { unlimitedLoginThrottle } from '../routes/sessions/login-throttle.ts';
import type { Store } from '../store/store.ts';

const RUNS = 40;
/** What must never be sent: stack traces, names of tables and engines, hashes, and the value of a secret field. */
const leaks =
  /\bat .+:\d+:\d+|node_modules|\bSQL[\s:]|sqlite|postgres|kysely|account_id|email_key|password_hash|argon2|TypeError|ZodError/i;

const unlimited = { budgets: noBudgets, guesses: unlimitedLoginThrottle };
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    '\0',
    'null',
    "' or 1=1 --",
    '{{7*7}}',
    '\u202Egnp.exe',
    '../../etc/passwd',
    'x'.repeat(10_000),
    '__proto__',
  ),
);
const value = fc.oneof(
  text,
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A valid body. */
function usualBody(path: string, fields: readonly string[]): Record<string, unknown> {
  const good: Record<string, unknown> = {
    email: ada.email,
    password: ada.password,
    firstname: 'Ada',
    lastname: 'Lovelace',
    location: 'GB',
    currentPassword: ada.password,
    newPassword: ada.password,
    confirmNewPassword: ada.password,
    token: 'x',
    unit: 'mg/dL',
    high: 180,
    inRange: 110,
    low: 70,
    lowFlash: true,
    highFlash: true,
    clearCredentials: true,
    username: 'ada',
    endpoint: 'https://cgm.example.org',
    apiSecret: 'x',
    code: 'x',
    isUsRegion: true,
    captchaUrl: 'https://vendor.example',
    country: 'US',
  };
  const dangerous = path.endsWith('/delete');
  return Object.fromEntries(
    fields.flatMap((field) => (field in good && !dangerous ? [[field, good[field]]] : [])),
  );
}

/** A valid body with one error in it: nearly valid requests reach the most code. */
function bodyFor(usual: Record<string, unknown>, fields: readonly string[]) {
  const wrong = fc.dictionary(fields.length > 0 ? fc.constantFrom(...fields) : text, value, { maxKeys: 3 });
  return fc.oneof(
    wrong.map((some): unknown => ({ ...usual, ...some })),
    value,
    fc.constant(undefined),
  );
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {});

type Reply = Awaited<ReturnType<TestApi['inject']>>;

function expectSound({ statusCode, body, headers }: Reply, what: unknown): void {
  expect(statusCode, JSON.stringify(what)).toBeLessThan(500);
  expect(body).not.toMatch(leaks);
  if (statusCode < 400) return;
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(z.safeParse(Problem, JSON.parse(body)).success).toBe(true);
}

describe('any request', () => {
  eachEngine((open) => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });

    test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
      '[API-3] %s gives a valid answer to any body, query and token',
      async (_, { method, path, body, query, access, files }) => {
        const api = await apiOn(store, unlimited);
        const token = await api.signedIn();
        const auth = fc.constantFrom(
          ...(access !== 'anyone' ? [`Bearer ${token}`, `Bearer ${token}`, 'Bearer x'] : ['', 'Bearer x']),
        );
        const queries = fc.dictionary(fc.oneof(fc.constantFrom(...fieldsOf(query), 'x'), text), text, {
          maxKeys: 3,
        });
        const hasBody = body !== undefined && files === undefined;
        const fields = fieldsOf(body);
        const usual = usualBody(path, fields);
        const bodies = hasBody ? bodyFor(usual, fields) : fc.constant(undefined);
        // One engine cannot hold this character: by chance alone it would seldom reach the store.
        const withNul: [unknown, Record<string, string>, string][] = hasBody
          ? fields.map((field) => [{ ...usual, [field]: '\0' }, {}, `Bearer ${token}`])
          : [];
        await fc.assert(
          fc.asyncProperty(bodies, queries, auth, async (sent, asked, authorization) => {
            const url = `${path}?${new URLSearchParams(asked)}`;
            const payload = sent === undefined ? {} : { payload: JSON.stringify(sent) };
            const headers = {
              authorization,
              ...(sent !== undefined && { 'content-type': 'application/json' }),
            };
            expectSound(await api.inject({ method, url, headers, ...payload }), { url, sent });
          }),
          { numRuns: RUNS, examples: withNul },
        );
        expect(api.logged.filter((line) => line.includes('our-fault'))).toEqual([]);
      },
    );
  });

  test('[API-3] any path, method and header gets a valid answer', async () => {
    const api = await apiOn(await openInMemory(), unlimited);
    const path = fc.oneof(
      fc
        .array(fc.oneof(text, fc.constantFrom('api', 'v1', 'photos', 'outbox', '..', '%2e%2e', '%')), {
          maxLength: 5,
        })
        .map((dependencies) => `/api/${dependencies.join('/')}`),
      fc.webPath().map((rest) => `/api${rest}`),
      fc.constantFrom('/photos/%ff', '/api/%', '/api//', '/api/v1/Site/'),
    );
    const headers = fc.dictionary(
      fc.constantFrom(
        'authorization',
        'content-type',
        'accept',
        'x-forwarded-for',
        'host',
        'range',
        'cookie',
        'if-none-match',
      ),
      fc.string({ maxLength: 200 }),
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS' as const);
    await fc.assert(
      fc.asyncProperty(path, headers, method, async (url, sent, how) => {
        const answer = await api.inject({
          method: how as 'GET',
          url: encodeURI(url.toWellFormed()),
          headers: sent,
          payload: how === 'POST' ? '{}' : (undefined as never),
        });
        expect(answer.statusCode, url).toBeLessThan(500);
        expect(answer.body).not.toMatch(leaks);
      }),
      { numRuns: 400 },
    );
  });
});
