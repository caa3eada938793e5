import { noConnection } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fakeVendor, fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { RegisteredSource } from '../registered-source.ts';
import { connectionStatusOf } from './connection-status.ts';
import { parseMemory, serializeMemory } from './poll-memory.ts';

const nightScout: RegisteredSource = { type: 'nightScout', source: fakeVendor({ now: NOON }).source };
const iso = (ms: number) => new Date(NOON + ms).toISOString();
const statusOf = (more: Partial<Connection>, registered = nightScout, hasProblem = false) => {
  const connection = { ...connected(1), revision: 1, since: NOON - HOUR, nextAt: NOON + MINUTE, ...more };
  return connectionStatusOf(connection, registered, NOON, hasProblem);
};
describe('[CON-9] the status of a connection', () => {
  test('is complete while all is well', () => {
    expect(statusOf({ state: 'fine', lastReadingAt: NOON - MINUTE })).toEqual({
      status: 'allGood',
      connectionType: 'nightScout',
      source: 'nightScout',
      state: 'fine',
      errorCode: null,
      text: null,
      remedy: null,
      savedLogin: null,
      since: iso(-HOUR),
      lastReadingAt: iso(-MINUTE),
      nextTryAt: iso(MINUTE),
    });
  });

  test('is complete during an outage', () => {
    const failed = { state: 'error', errorCode: 'unreachable', failures: 2 } as const;
    expect(statusOf({ ...failed, lastReadingAt: NOON - MINUTE })).toMatchObject({
      status: 'allGood',
      state: 'error',
      errorCode: 'unreachable',
      remedy: 'wait',
      since: iso(-HOUR),
      nextTryAt: iso(MINUTE),
      text: expect.stringContaining('Nightscout'),
    });
    expect(statusOf({ ...failed, nextAt: null })).toMatchObject({ nextTryAt: null, remedy: 'try-again' });
    const textOf = (nextAt: number | null) =>
      statusOf({ ...failed, errorCode: 'wrong-address', nextAt }).text;
    expect([textOf(NOON), textOf(null)]).toEqual([
      expect.stringContaining('We keep trying'),
      expect.stringContaining('no Nightscout at this address'),
    ]);
  });

  test('is complete while Tealight itself has a problem', () => {
    const problem = {
      connectionType: 'nightScout',
      source: 'nightScout',
      state: 'problem',
      errorCode: null,
      remedy: 'wait',
      since: null,
      nextTryAt: null,
      savedLogin: null,
    };
    const young = { state: 'fine', lastReadingAt: NOON - MINUTE } as const;
    expect(statusOf(young, nightScout, true)).toMatchObject({
      ...problem,
      status: 'allGood',
      lastReadingAt: iso(-MINUTE),
    });
    expect(statusOf({ ...young, lastReadingAt: NOON - 15 * MINUTE }, nightScout, true)).toMatchObject({
      ...problem,
      status: 'noCurrentData',
    });
    expect(statusOf({ lastReadingAt: null }, nightScout, true)).toMatchObject({
      ...problem,
      status: 'noCurrentData',
      lastReadingAt: null,
    });
  });

  test('is that of no connection where this server does not have its source any more', () => {
    const connection = { ...connected(1), revision: 1 };
    expect(connectionStatusOf(connection, undefined, NOON)).toEqual(noConnection);
    expect(connectionStatusOf(null, nightScout, NOON)).toEqual(noConnection);
  });

  test.each([
    [{ encryptedLogin: 'encrypted', encryptedSession: 'encrypted' }, 'nightScout'],
    [{ encryptedLogin: null, encryptedSession: 'encrypted' }, 'nightScout'],
    [{ encryptedLogin: 'encrypted', encryptedSession: null }, 'nightScout'],
    [{ encryptedLogin: null, encryptedSession: null }, null],
  ])(
    'after disconnecting with %o names %s as the source whose login is stored',
    (credentials, savedLogin) => {
      expect(statusOf({ state: 'off', ...credentials })).toEqual({ ...noConnection, savedLogin });
    },
  );

  test('before the first answer is checking, and has no current data', () => {
    expect(statusOf({ lastReadingAt: null })).toMatchObject({
      status: 'noCurrentData',
      state: 'checking',
      text: null,
      since: iso(-HOUR),
      lastReadingAt: null,
    });
  });

  test('names the end of the wait that the vendor asked for, where that is later than the next poll', () => {
    const tryAt = (ms: number, nextAt: number | null = NOON + MINUTE) => {
      const requestedWait = { since: NOON, ms, errorCode: 'too-many-calls' as const };
      const pollMemory = serializeMemory({ ...parseMemory(null, fiveMinutely), requestedWait });
      return statusOf({ state: 'error', errorCode: 'too-many-calls', pollMemory, nextAt }).nextTryAt;
    };
    expect([tryAt(HOUR), tryAt(1), tryAt(HOUR, null)]).toEqual([iso(HOUR), iso(MINUTE), null]);
  });

  test('is a problem of Tealight from five minutes after a poll was due, but not during an outage', () => {
    const stateOf = (more: Partial<Connection>) =>
      statusOf({ state: 'fine', lastReadingAt: NOON - MINUTE, ...more }).state;
    expect(stateOf({ nextAt: NOON - 5 * MINUTE + 1 })).toBe('fine');
    expect(stateOf({ nextAt: NOON - 5 * MINUTE })).toBe('problem');
    expect(stateOf({ nextAt: NOON - 5 * MINUTE, failures: 1 })).toBe('fine');
    expect(stateOf({ nextAt: null })).toBe('fine');
  });

  test('says which source has nothing new, and where to look', () => {
    expect(statusOf({ state: 'fine', lastReadingAt: null })).toMatchObject({ state: 'silent', since: null });
    expect(statusOf({ state: 'silent', lastReadingAt: NOON - HOUR }).text).toBe(
      'Nightscout answers, but has nothing new. Check the sensor, and the phone that sends its readings',
    );
    expect(statusOf({ state: 'silent', lastReadingAt: null }).text).toBe(
      'Nightscout accepts the login, but has shown no readings yet. Check that the sensor is running and shares its readings',
    );
  });

  test('mentions one time where a late source always takes the same', () => {
    const textOf = (state: Connection['state'], visibleAfterMs: number) => {
      const rhythm = { ...fiveMinutely, visibleAfterMs };
      const late = { ...nightScout, source: fakeVendor({ now: NOON }, { rhythm }).source };
      return statusOf({ state, lastReadingAt: NOON - MINUTE }, late).text;
    };
    expect(textOf('fine', HOUR)).toBe('Nightscout shows readings here about 60 minutes late');
    expect(textOf('fine', 15 * MINUTE)).toBe('Nightscout shows readings here about 15 minutes late');
    expect(textOf('fine', 15 * MINUTE - 1)).toBeNull();
    expect(textOf('checking', HOUR)).toBeNull();
  });
});
