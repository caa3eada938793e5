import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asFetch } from '../serve.ts';
import { type LibreOptions, libreVendor } from './libre.ts';

const now = Date.UTC(2026, 10, 21, 9);
const options: LibreOptions = { email: 'robin@example.com', password: 'made up', clock: () => now };
const app = { product: 'llu.android', version: '4.17.0', 'content-type': 'application/json' };

function vendor(more: Partial<LibreOptions> = {}) {
  const fetch = asFetch(libreVendor({ ...options, ...more }));
  return async (path: string, headers: Record<string, string> = {}, body?: object) => {
    const init = {
      headers: { ...app, ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    };
    const answer = await fetch(`http://libre.example${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
}
const login = { email: options.email, password: options.password };

async function signedIn(more?: Partial<LibreOptions>) {
  const ask = vendor(more);
  const { body } = await ask('/de/llu/auth/login', {}, login);
  const { user, authTicket } = (
    body as never as { data: { user: { id: string }; authTicket: { token: string } } }
  ).data;
  const accountId = createHash('sha256').update(user.id).digest('hex');
  const headers = { authorization: `Bearer ${authTicket.token}`, 'account-id': accountId };
  return (path: string, other: Record<string, string> = {}) => ask(`/de${path}`, { ...headers, ...other });
}

test('the global host redirects an account to its region', async () => {
  expect((await vendor()('/llu/auth/login', {}, login)).body).toEqual({
    status: 0,
    data: { redirect: true, region: 'de' },
  });
});

test('a wrong password is rejected with HTTP 200', async () => {
  const { status, body } = await vendor()('/de/llu/auth/login', {}, { ...login, password: 'other' });
  expect([status, body]).toEqual([200, { status: 2, error: { message: 'notAuthenticated' } }]);
});

test('without the account’s id beside the token there is no data', async () => {
  const ask = await signedIn();
  expect((await ask('/llu/connections', { 'account-id': '' })).status).toBe(400);
  expect((await ask('/llu/connections', { authorization: 'Bearer old' })).status).toBe(401);
});

test('the graph is delayed, the current value is not', async () => {
  const ask = await signedIn();
  const list = (await ask('/llu/connections')).body as never as { data: { patientId: string }[] };
  const { body } = await ask(`/llu/connections/${list.data[0]?.patientId}/graph`);
  const graph = (
    body as never as {
      data: {
        graphData: { FactoryTimestamp: string }[];
        connection: { glucoseMeasurement: { FactoryTimestamp: string } };
      };
    }
  ).data;
  const at = (text = '') => Date.parse(`${text} UTC`);
  expect(graph.graphData.length).toBeGreaterThan(100);
  expect(now - at(graph.graphData.at(-1)?.FactoryTimestamp)).toBeGreaterThan(17 * 60_000);
  expect(now - at(graph.connection.glucoseMeasurement.FactoryTimestamp)).toBeLessThan(2 * 60_000);
});

test.each([
  ['unshared', 0],
  ['well', 1],
  ['several', 2],
] as const)('when %s, %i people share', async (scenario, people) => {
  const { body } = await (await signedIn({ scenario }))('/llu/connections');
  expect((body as never as { data: unknown[] }).data).toHaveLength(people);
});

test('an old version gets the minimum version', async () => {
  const ask = await signedIn({ scenario: 'newer' });
  expect((await ask('/llu/connections')).body).toEqual({ data: { minimumVersion: '4.21.0' }, status: 920 });
  expect((await ask('/llu/connections', { version: '4.21.0' })).status).toBe(200);
});

test('the sign-in may require the minimum version as well', async () => {
  const ask = vendor({ scenario: 'newer-to-sign-in' });
  expect((await ask('/de/llu/auth/login', {}, login)).body).toEqual({
    data: { minimumVersion: '4.21.0' },
    status: 920,
  });
  expect((await ask('/de/llu/auth/login', { version: '4.21.0' }, login)).body).toMatchObject({ status: 0 });
});
