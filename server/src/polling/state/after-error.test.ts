import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import { stateAfterBackfillError, stateAfterError, stateWhileHeldBack } from './connection-state.ts';
import { parseMemory } from './poll-memory.ts';

const LAST = NOON - 5 * MINUTE;
const connection = (more: Partial<Connection> = {}): Connection => ({
  ...connected(1),
  revision: 1,
  since: NOON - DAY,
  state: 'fine',
  lastReadingAt: LAST,
  ...more,
});
const failing = connection({ state: 'error', errorCode: 'unreachable', failures: 4 });
const initial = parseMemory(null, fiveMinutely);
const memory = { ...initial, signInAt: 7, learned: { ...initial.learned, recent: [LAST] } };
const after = (polled: Connection, errorCode: SourceErrorCode, waitMs: number | null) =>
  stateAfterError(
    { connection: polled, memory },
    { error: new SourceError('fake', errorCode), waitMs },
    NOON,
  );

describe('[CON-9] an error', () => {
  test('begins an outage, is counted, and changes nothing else', () => {
    const { pollMemory, ...state } = after(connection({ failures: 1 }), 'unreachable', MINUTE);
    expect(state).toEqual({
      state: 'error',
      errorCode: 'unreachable',
      since: NOON,
      failures: 2,
      nextAt: NOON + MINUTE,
      backfillAt: 1000,
      lastReadingAt: LAST,
    });
    expect(parseMemory(pollMemory, fiveMinutely)).toEqual(memory);
  });

  test.each<[string, SourceErrorCode, number | null, number]>([
    ['the same', 'unreachable', MINUTE, NOON - DAY],
    ['the same, of which the wearer has to act now', 'unreachable', null, NOON - DAY],
    ['another one', 'unreadable', MINUTE, NOON - DAY],
    ['another one, of which the wearer has to act', 'wrong-login', null, NOON],
  ])('in an outage, %s (%s, %s), has lasted since then or since now', (_, errorCode, waitMs, since) => {
    const nextAt = waitMs === null ? null : NOON + waitMs;
    expect(after(failing, errorCode, waitMs)).toMatchObject({ errorCode, since, failures: 5, nextAt });
  });

  test('with the code of one that is over begins another outage', () => {
    expect(after(connection({ errorCode: 'unreachable' }), 'unreachable', MINUTE).since).toBe(NOON);
  });
});

describe('[SRC-3] a history that cannot be read', () => {
  const afterBackfill = (waitMs: number, backfillFailures?: number, polled = connection()) => {
    const { pollMemory, ...state } = stateAfterBackfillError(
      { connection: polled, memory: { ...memory, backfillFailures } },
      waitMs,
      { polledAt: NOON, now: NOON + SECOND, rhythm: fiveMinutely },
    );
    return { ...state, memory: parseMemory(pollMemory, fiveMinutely) };
  };

  test('is read again later, what is current very soon, and nothing else changes', () => {
    expect(afterBackfill(0, 1, failing)).toEqual({
      state: 'error',
      errorCode: 'unreachable',
      since: NOON - DAY,
      failures: 4,
      lastReadingAt: LAST,
      backfillAt: NOON + SECOND + 4 * HOUR,
      nextAt: NOON + 5 * SECOND,
      memory: { ...memory, backfillFailures: 2 },
    });
  });

  test('delays the next poll for as long as the vendor asks', () => {
    const waits = [0, 8 * SECOND, HOUR].map((waitMs) => (afterBackfill(waitMs).nextAt ?? 0) - NOON);
    expect(waits).toEqual([5 * SECOND, 9 * SECOND, HOUR + SECOND]);
  });
});

describe('[CON-9] a connection whose vendor is left alone', () => {
  const heldBack = { errorCode: 'too-many-calls' as const, until: NOON + HOUR, now: NOON };

  test('keeps everything but its state and its next poll', () => {
    const polled = connection({ failures: 3, pollMemory: 'remembered', backfillAt: NOON + DAY });
    expect(stateWhileHeldBack(polled, heldBack)).toEqual({
      state: 'error',
      errorCode: 'too-many-calls',
      since: NOON,
      nextAt: NOON + HOUR,
      failures: 3,
      pollMemory: 'remembered',
      backfillAt: NOON + DAY,
      lastReadingAt: LAST,
    });
  });

  test('has the same outage with the same error, also where the wearer had to act', () => {
    const polled = connection({ state: 'error', errorCode: 'too-many-calls', nextAt: null });
    expect(stateWhileHeldBack(polled, heldBack).since).toBe(NOON - DAY);
  });
});
