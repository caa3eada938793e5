import { afterEach, expect, test } from 'vitest';
import { forgetInvitation, keepInvitation, pendingInvitationPath } from './pending-invitation.ts';

const HOUR_MS = 3_600_000;
const now = Date.parse('2026-11-23T10:00:00Z');
const after = (hours: number) => now + hours * HOUR_MS;
const at = (moment: number) => new Date(moment).toISOString();

afterEach(() => localStorage.clear());

test('[PPL-12] an invitation is kept until it expires, and then gone from the browser', () => {
  keepInvitation('token-1', at(after(0.25)), now);
  expect(pendingInvitationPath(after(0.24))).toBe('/join#token-1');
  expect(pendingInvitationPath(after(0.25))).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('[PPL-12] one that works for a week is kept for a day: as long as the link that confirms an account', () => {
  keepInvitation('token-1', at(after(168)), now);
  expect(pendingInvitationPath(after(23.9))).toBe('/join#token-1');
  expect(pendingInvitationPath(after(24))).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('[PPL-12] the one opened last is kept, and one that was answered is not', () => {
  keepInvitation('token-1', at(after(1)), now);
  keepInvitation('token-2', at(after(1)), now);
  expect(pendingInvitationPath(now)).toBe('/join#token-2');
  forgetInvitation();
  expect(pendingInvitationPath(now)).toBeNull();
});

test.each(['token-1', '{}', '{"token":"token-1"}', 'null'])(
  '[PPL-12] what this version cannot read is none, and is removed: %s',
  (text) => {
    localStorage.setItem('tealight-invitation', text);
    expect(pendingInvitationPath(now)).toBeNull();
    expect(localStorage).toHaveLength(0);
  },
);
