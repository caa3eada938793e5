import { expect, test } from 'vitest';
import { failed } from '../../../test/alarms/channel-messages.ts';
import { failureOfError, failureOfStatus, retryAfterMs } from './http-outcome.ts';

const now = Date.UTC(2026, 10, 21, 3, 30);
const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});

test.each([200, 201, 202, 204, 299])('[ALM-32] %i: the service has accepted the message', (status) => {
  expect(failureOfStatus(answer(status), now)).toBeNull();
});

test.each([
  [300, failed('refused', true)],
  [302, failed('refused', true)],
  [400, failed('refused', true)],
  [404, failed('refused', true)],
  [408, failed('unreachable', false)],
  [413, failed('unreachable', true)],
  [418, failed('refused', true)],
  [425, failed('unreachable', false)],
  [429, failed('too-many', false)],
  [500, failed('unreachable', false)],
  [502, failed('unreachable', false)],
  [503, failed('too-many', false)],
  [599, failed('unreachable', false)],
])('[ALM-32] %i: %j', (status, outcome) => {
  expect(failureOfStatus(answer(status), now)).toEqual(outcome);
});

test.each([
  ['0', 0],
  ['90', 90_000],
  [' 90 ', 90_000],
  ['3600', 3_600_000],
  ['3601', 3_600_000],
  ['9999999999', 3_600_000],
  ['Sat, 21 Nov 2026 03:31:30 GMT', 90_000],
  ['Sat, 21 Nov 2026 03:00:00 GMT', 0],
  ['Sun, 22 Nov 2026 03:30:00 GMT', 3_600_000],
  ['Saturday, 21-Nov-26 03:31:30 GMT', 90_000],
  ['99999999999', null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026', 2026_000],
  ['Tomorrow 5', null],
  ['', null],
  [null, null],
])('[ALM-32] Retry-After %j is a wait of %j ms', (value, waitMs) => {
  expect(retryAfterMs(value, now)).toBe(waitMs);
});

test('[ALM-32] a busy service is obeyed', () => {
  expect(failureOfStatus(answer(429, '120'), now)).toEqual(failed('too-many', false, 120_000));
  expect(failureOfStatus(answer(503, '120'), now)).toEqual(failed('too-many', false, 120_000));
});

test('[ALM-32] a blocked address is final, an error of the network is not', () => {
  const blocked = Object.assign(new Error('blocked'), { code: 'EBLOCKED' });
  expect(failureOfError(blocked)).toEqual(failed('not-allowed', true));
  expect(failureOfError(Object.assign(new Error(), { code: 'ECONNRESET' }))).toEqual(
    failed('unreachable', false),
  );
  expect(failureOfError('text')).toEqual(failed('unreachable', false));
});
