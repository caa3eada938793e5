import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setServerAhead } from '../../../test/server-time.ts';
import { forgetServerTime } from '../../data/server-clock.ts';
import { forgetInvitation, keepInvitation, pendingInvitationPath } from './pending-invitation.ts';

const HOUR_MS = 3_600_000;
const now = Date.parse('2026-11-23T10:00:00Z');
const after = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
/** What is found after so many hours. */
const foundAfter = (hours: number) => {
  vi.setSystemTime(after(hours));
  return pendingInvitationPath();
};

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test('[PPL-12] an invitation is kept until it expires, and then gone from the browser', () => {
  keepInvitation('token-1', after(0.25));
  expect(foundAfter(0.24)).toBe('/join#token-1');
  expect(foundAfter(0.25)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('[PPL-12] one that works for a week is kept for a day: as long as the link that confirms an account', () => {
  keepInvitation('token-1', after(168));
  expect(foundAfter(23.9)).toBe('/join#token-1');
  expect(foundAfter(24)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['behind', 2],
  ['ahead of', -2],
])('[PPL-12] it is kept as long where this browser’s clock is %s the server’s', (_, hours) => {
  setServerAhead(hours * HOUR_MS);
  keepInvitation('token-1', after(hours + 0.25));
  // A new page does not know the server's clock yet.
  forgetServerTime();
  expect(foundAfter(0.24)).toBe('/join#token-1');
  expect(foundAfter(0.25)).toBeNull();
});

test('[PPL-12] the one opened last is kept, and one that was answered is not', () => {
  keepInvitation('token-1', after(1));
  keepInvitation('token-2', after(1));
  expect(pendingInvitationPath()).toBe('/join#token-2');
  forgetInvitation();
  expect(pendingInvitationPath()).toBeNull();
});

test.each(['token-1', '{}', '{"token":"token-1"}', 'null'])(
  '[PPL-12] what this version cannot read is none, and is removed: %s',
  (text) => {
    localStorage.setItem('tealight-invitation', text);
    expect(pendingInvitationPath()).toBeNull();
    expect(localStorage).toHaveLength(0);
  },
);
