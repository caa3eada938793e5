import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { fetchFor, loginSourceOf, offeredTypes, offersOf } from './offered-sources.ts';

test('every source that wearers connect by a form is offered, in the order of the registry', () => {
  const offers = offersOf(readConfig({}));
  expect(offeredTypes(offers)).toEqual(['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic']);
  expect(loginSourceOf(offers, 'dexcom')?.name).toBe('dexcomShare');
  expect(loginSourceOf(offers, 'medtronic')).toBeUndefined();
});

test('[CON-5] Dexcom by signing in at Dexcom is offered only with credentials for it', () => {
  expect(Object.keys(offersOf(readConfig({})).offered)).not.toContain('dexcomApi');
  const credentials = { DEXCOM_CLIENT_ID: 'id', DEXCOM_CLIENT_SECRET: 'secret' };
  expect(Object.keys(offersOf(readConfig(credentials)).offered)).toContain('dexcomApi');
});

test('[SRC-5] an address that a wearer enters is reached only through the guard', () => {
  const [guarded, fixed]: (typeof fetch)[] = [async () => new Response(), async () => new Response()];
  const choose = fetchFor(guarded as typeof fetch, fixed as typeof fetch);
  expect(choose('nightscout')).toBe(guarded);
  expect(choose('libre')).toBe(fixed);
});
