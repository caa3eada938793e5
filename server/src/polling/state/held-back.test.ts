import { expect, test } from 'vitest';
import type { Connection } from '../../store/connections/connection-row.ts';
import { stateWhileHeldBack } from './connection-state.ts';

const connection = (more: Partial<Connection>) =>
  ({ state: 'error', errorCode: 'unreadable', since: 100, nextAt: 500, ...more }) as Connection;
const heldBack = { errorCode: 'unreachable' as const, until: 900, now: 400 };

test('[CON-9] an outage whose error changes while its vendor is left alone began when it began', () => {
  expect(stateWhileHeldBack(connection({}), heldBack)).toMatchObject({
    since: 100,
    errorCode: 'unreachable',
  });
});

test('[CON-9] after one that the wearer had to end, another outage begins', () => {
  expect(stateWhileHeldBack(connection({ nextAt: null }), heldBack)).toMatchObject({ since: 400 });
  expect(stateWhileHeldBack(connection({ state: 'fine', errorCode: null }), heldBack).since).toBe(400);
});
