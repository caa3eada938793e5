import { expect, test } from 'vitest';
import { connectCalls } from './connect-calls.ts';

test('[API-2] the calls of the specification keep their paths', () => {
  expect(Object.entries(connectCalls).map(([type, { path }]) => [type, path])).toEqual([
    ['dexcom', '/api/v1/Dexcom/authorization/share-api'],
    ['freeStyleLibre', '/api/v1/FreeStyleLibre/authorization'],
    ['nightScout', '/api/v1/NightScout/authorization'],
  ]);
});
