import { expect, test } from 'vitest';
import { elsewhere, fetchFor, loginFor, offersOf } from './offers.ts';

const login = { username: 'ada', password: ' spaces stay ' };
const config = { addresses: {} as never, dexcomClient: null };

test.each([
  ['US', 'us'],
  ['JP', 'jp'],
  ['DE', 'ous'],
])('[SRC-1] a Dexcom account of %s is looked for in region %s', (country, region) => {
  expect(loginFor('dexcom', login, country)).toEqual({ login: { ...login, region } });
});

test('the region that a wearer names goes before the country’s', () => {
  expect(loginFor('dexcom', { ...login, region: 'OUS' }, 'US')).toEqual({
    login: { ...login, region: 'ous' },
  });
});

test('another region is one that was not tried, with the very same login', () => {
  expect(elsewhere({ ...login, region: 'us' })).toEqual({ ...login, region: 'ous' });
  expect(elsewhere({ ...login, region: 'ous' })).toEqual({ ...login, region: 'us' });
  expect(elsewhere(login)).toEqual(login);
});

test('[CON-6] whose readings a LibreLinkUp login shall show is no part of the login', () => {
  const chosen = loginFor('freeStyleLibre', { ...login, patientId: 'alex' }, 'DE');
  expect(chosen).toEqual({ login, personId: 'alex' });
  expect(loginFor('freeStyleLibre', login, 'DE')).toEqual({ login });
});

test('[CON-5] Dexcom by signing in at Dexcom is offered only with credentials for it', () => {
  expect(Object.keys(offersOf(config).offered)).not.toContain('dexcomApi');
  const dexcomClient = { id: 'id', secret: 'secret' };
  expect(Object.keys(offersOf({ ...config, dexcomClient }).offered)).toContain('dexcomApi');
});

test('[SRC-5] an address that a wearer types is reached only through the guard', () => {
  const [guarded, fixed]: (typeof fetch)[] = [async () => new Response(), async () => new Response()];
  const choose = fetchFor(guarded as typeof fetch, fixed as typeof fetch);
  expect(choose('nightscout')).toBe(guarded);
  expect(choose('libre')).toBe(fixed);
});
