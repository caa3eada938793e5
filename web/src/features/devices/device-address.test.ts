import { expect, test } from 'vitest';
import { deviceAddressOf } from './device-address.ts';

test.each([
  ['http://localhost:3000', 'none'],
  ['http://127.0.0.1:3000', 'none'],
  ['http://[::1]:3000', 'none'],
  ['https://localhost:3000', 'none'],
  ['http://192.168.1.5:3000', 'plain'],
  ['https://tealight.example.org', 'secure'],
] as const)('[DEV-3] other screens reach %s: %s', (origin, reach) => {
  expect(deviceAddressOf(origin)).toEqual({ origin, reach });
});
