import { ConnectionStatus } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fakeVendor, fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { RegisteredSource } from '../registered-source.ts';
import { initialRhythm } from '../schedule/rhythm.ts';
import { connectionStatusOf } from './connection-status.ts';
import { parseMemory, serializeMemory } from './poll-memory.ts';

const nightScout: RegisteredSource = { type: 'nightScout', source: fakeVendor({ now: NOON }).source };
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
      expect(connectionStatusOf(none, nightScout, NOON)).toMatchObject({
        status: 'noConnectionSetup',
        connectionType: 'none',
        state: 'none',
        text: null,
      });
    }
  });

  test('[CON-4] names the source whose login was kept, and none where it was erased', () => {
    const kept = connection({ state: 'off' });
    expect(connectionStatusOf(kept, nightScout, NOON).savedLogin).toBe('nightScout');
    const erased = { ...kept, encryptedLogin: null, encryptedSession: null };
    for (const none of [null, erased])
      expect(connectionStatusOf(none, nightScout, NOON).savedLogin).toBeNull();
  });

  test('is allGood until the last reading is fifteen minutes old, and from then on noCurrentData', () => {
    expect(connectionStatusOf(read(15 * MINUTE - 1), nightScout, NOON)).toMatchObject({
      status: 'allGood',
      text: null,
    });
    expect(connectionStatusOf(read(15 * MINUTE), nightScout, NOON)).toMatchObject({
      status: 'noCurrentData',
    });
  });

  test('shows a silent sensor since its last reading, before the next poll', () => {
    expect(connectionStatusOf(read(HOUR), nightScout, NOON)).toMatchObject({
      state: 'silent',
      since: new Date(NOON - HOUR).toISOString(),
      text: expect.stringContaining('Check the sensor'),
    });
  });

  test('distinguishes a login without any reading from a sensor that has stopped', () => {
    const never = connection({ state: 'silent', lastReadingAt: null });
    expect(connectionStatusOf(never, nightScout, NOON).text).toContain('no readings yet');
  });

  test.each([
    ['wrong-login', 'secret'],
    ['unreachable', 'cannot be reached'],
  ] as const)('explains %s', (errorCode, words) => {
    const failed = connection({ state: 'error', errorCode, lastReadingAt: NOON - HOUR });
    expect(connectionStatusOf(failed, nightScout, NOON)).toMatchObject({
      status: 'noCurrentData',
      state: 'error',
      errorCode,
      text: expect.stringContaining(words),
    });
  });

  test('[CON-6] explains a sign-in at Dexcom that has ended by its own sentence, and names the source', () => {
    const dexcom: RegisteredSource = { type: 'dexcom', source: fakeVendor({ now: NOON }).source };
    const failed = connection({
      source: 'dexcomApi',
      state: 'error',
      errorCode: 'wrong-login',
      nextAt: null,
    });
    expect(connectionStatusOf(failed, dexcom, NOON)).toMatchObject({
      source: 'dexcomApi',
      remedy: 'connect-again',
      text: 'The sign-in at Dexcom has ended. Sign in at Dexcom again',
    });
  });

  test('of a vendor that shows readings an hour late is fine, and mentions the delay', () => {
    const rhythm = { ...fiveMinutely, visibleAfterMs: HOUR };
    const late: RegisteredSource = { type: 'dexcom', source: fakeVendor({ now: NOON }, { rhythm }).source };
    expect(connectionStatusOf(read(HOUR), late, NOON)).toMatchObject({
      status: 'noCurrentData',
      state: 'fine',
      text: expect.stringContaining('60 minutes late'),
    });
  });

  test('[SRC-3] of a late vendor counts its longest delay and the pause between polls before it says silent', () => {
    const rhythm = {
      everyMs: 5 * MINUTE,
      visibleAfterMs: HOUR,
      visibleWithinMs: 3 * HOUR,
      pauseMs: 30 * MINUTE,
      live: { visibleAfterMs: 30_000, pauseMs: MINUTE },
    };
    const late: RegisteredSource = { type: 'dexcom', source: fakeVendor({ now: NOON }, { rhythm }).source };
    const allowedMs = 15 * MINUTE + 5 * MINUTE + 3 * HOUR + 30 * MINUTE;
    expect(connectionStatusOf(read(allowedMs - 1), late, NOON)).toMatchObject({
      state: 'fine',
      text: 'Dexcom shows readings here 60 to 210 minutes late',
    });
    expect(connectionStatusOf(read(allowedMs), late, NOON)).toMatchObject({
      state: 'silent',
      text: expect.stringContaining('Check the sensor'),
    });
    const learned = { ...initialRhythm(rhythm), isLive: true };
    const memory = { ...parseMemory(null, rhythm), learned };
    const live = { ...read(16 * MINUTE), pollMemory: serializeMemory(memory) };
    expect(connectionStatusOf(live, late, NOON)).toMatchObject({ state: 'silent' });
  });

  test('[SRC-3] of a source that is not late does not count its pauses', () => {
    const rhythm = { ...fiveMinutely, pauseMs: MINUTE };
    const libre: RegisteredSource = {
      type: 'freeStyleLibre',
      source: fakeVendor({ now: NOON }, { rhythm }).source,
    };
    const allowedMs = 15 * MINUTE + rhythm.visibleAfterMs;
    expect(connectionStatusOf(read(allowedMs - 1), libre, NOON)).toMatchObject({ state: 'fine' });
    expect(connectionStatusOf(read(allowedMs), libre, NOON)).toMatchObject({ state: 'silent' });
  });

  test('always matches the contract', () => {
    for (const state of ['off', 'checking', 'fine', 'silent', 'error'] as const) {
      const status = connectionStatusOf(connection({ state, nextAt: NOON + 0.5 }), nightScout, NOON);
      expect(ConnectionStatus.safeParse(status).success).toBe(true);
    }
  });

  test('shows no other cause while Tealight itself has a problem', () => {
    for (const state of [connection({ state: 'error', errorCode: 'unreachable' }), read(HOUR)]) {
      expect(connectionStatusOf(state, nightScout, NOON, true)).toMatchObject({
        status: 'noCurrentData',
        state: 'problem',
        errorCode: null,
        remedy: 'wait',
        text: expect.stringMatching(/^Tealight has a problem.* Your sensor is not the cause/),
      });
    }
    expect(connectionStatusOf(null, nightScout, NOON, true)).toMatchObject({ state: 'none' });
  });

  test('shows a problem of Tealight when no node has polled though it was due', () => {
    const due = (agoMs: number) => ({ ...read(HOUR), nextAt: NOON - agoMs });
    expect(connectionStatusOf(due(MINUTE), nightScout, NOON)).toMatchObject({ state: 'silent' });
    expect(connectionStatusOf(due(5 * MINUTE), nightScout, NOON)).toMatchObject({ state: 'problem' });
    // One that failed before may wait for others that hang.
    const failing = { ...due(HOUR), state: 'error', errorCode: 'unreachable', failures: 3 } as const;
    expect(connectionStatusOf(failing, nightScout, NOON)).toMatchObject({
      state: 'error',
      errorCode: 'unreachable',
    });
  });
});
