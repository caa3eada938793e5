import { ConnectionStatus } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { fakeVendor, fiveMinutely, NOON } from '../../test/vendor.ts';
import type { Connection } from '../store/connection-row.ts';
import { HOUR, MINUTE } from '../times.ts';
import type { Offered } from './parts.ts';
import { toStatus } from './status.ts';

const nightScout: Offered = { type: 'nightScout', source: fakeVendor({ now: NOON }).source };
const connection = (more: Partial<Connection>): Connection => ({
  ...connected(1),
  revision: 1,
  since: NOON,
  nextAt: NOON + MINUTE,
  ...more,
});
const read = (ageMs: number) => connection({ state: 'fine', lastReadingAt: NOON - ageMs });

describe('[CON-9] the status of a connection', () => {
  test('is noConnectionSetup before connecting and after disconnecting', () => {
    for (const none of [null, connection({ state: 'off' })]) {
      expect(toStatus(none, nightScout, NOON)).toMatchObject({
        ...{ status: 'noConnectionSetup', connectionType: 'none', state: 'none', text: null },
      });
    }
  });

  test('is allGood until the last reading is fifteen minutes old, and from then on noCurrentData', () => {
    expect(toStatus(read(15 * MINUTE - 1), nightScout, NOON)).toMatchObject({
      status: 'allGood',
      text: null,
    });
    expect(toStatus(read(15 * MINUTE), nightScout, NOON)).toMatchObject({ status: 'noCurrentData' });
  });

  test('tells of a silent sensor since its last reading, before it is asked again', () => {
    expect(toStatus(read(HOUR), nightScout, NOON)).toMatchObject({
      ...{
        state: 'silent',
        since: new Date(NOON - HOUR).toISOString(),
        text: expect.stringContaining('Check the sensor'),
      },
    });
  });

  test('tells a login without any reading apart from a sensor that has stopped', () => {
    const never = connection({ state: 'silent', lastReadingAt: null });
    expect(toStatus(never, nightScout, NOON).text).toContain('no readings yet');
  });

  test.each([
    ['wrong-login', 'secret'],
    ['unreachable', 'cannot be reached'],
  ] as const)('says what %s means', (trouble, words) => {
    const lost = connection({ state: 'trouble', trouble, lastReadingAt: NOON - HOUR });
    expect(toStatus(lost, nightScout, NOON)).toMatchObject({
      ...{ status: 'noCurrentData', state: 'trouble', trouble, text: expect.stringContaining(words) },
    });
  });

  test('of a vendor that shows readings an hour late is honest and no alarm', () => {
    const rhythm = { ...fiveMinutely, visibleAfterMs: HOUR };
    const late: Offered = { type: 'dexcom', source: fakeVendor({ now: NOON }, { rhythm }).source };
    expect(toStatus(read(HOUR), late, NOON)).toMatchObject({
      ...{ status: 'noCurrentData', state: 'fine', text: expect.stringContaining('60 minutes late') },
    });
  });

  test('is always what the contract promises', () => {
    for (const state of ['off', 'checking', 'fine', 'silent', 'trouble'] as const) {
      const status = toStatus(connection({ state, nextAt: NOON + 0.5 }), nightScout, NOON);
      expect(ConnectionStatus.safeParse(status).success).toBe(true);
    }
  });

  test('blames nobody else while Tealight itself has a problem', () => {
    for (const state of [connection({ state: 'trouble', trouble: 'unreachable' }), read(HOUR)]) {
      expect(toStatus(state, nightScout, NOON, true)).toMatchObject({
        ...{ status: 'noCurrentData', state: 'problem', trouble: null, remedy: 'wait' },
        text: expect.stringMatching(/^Tealight has a problem.* Your sensor is not the cause/),
      });
    }
    expect(toStatus(null, nightScout, NOON, true)).toMatchObject({ state: 'none' });
  });

  test('blames nobody else when no node has asked though it was due', () => {
    const due = (agoMs: number) => ({ ...read(HOUR), nextAt: NOON - agoMs });
    expect(toStatus(due(MINUTE), nightScout, NOON)).toMatchObject({ state: 'silent' });
    expect(toStatus(due(5 * MINUTE), nightScout, NOON)).toMatchObject({ state: 'problem' });
  });
});
