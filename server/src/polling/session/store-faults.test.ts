import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encryption, pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { everyFive, NOON } from '../../../test/polling/vendor.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

/** A wearer whose store saves no session while `database.works` is false. */
async function connectedSetup() {
  const store = await openStore({ url: null, file: ':memory:' });
  const database = { works: true, rejected: 0 };
  const connections: typeof store.connections = {
    ...store.connections,
    async replaceSession(...args) {
      if (database.works) return store.connections.replaceSession(...args);
      database.rejected += 1;
      throw new StoreUnavailable('unreachable');
    },
  };
  const setup = await pollingOfOneWearer({ ...store, connections });
  setup.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await setup.connect();
  await setup.pollUntil(NOON + 10 * MINUTE);
  const found = async () => {
    const connection = await store.connections.find(setup.wearerId);
    const encrypted = connection?.encryptedSession ?? '';
    const session = encryption.decrypt(encrypted, { wearerId: setup.wearerId, what: 'session' });
    return { connection, session };
  };
  return { ...setup, database, found };
}

describe('while the database does not work', () => {
  test('[SRC-2] a renewed session is kept until it can be stored, and readings go on', async () => {
    const { vendor, database, polling, clock, found, stored } = await connectedSetup();
    clock.now = (await found()).connection?.nextAt ?? 0;
    vendor.renewsSession = true;
    vendor.duringRenewal = async () => {
      vendor.firstValidSession = 2;
    };
    database.works = false;
    const polls = polling.runDuePolls();
    await vi.waitFor(() => expect(database.rejected).toBe(2));
    database.works = true;
    await polls;
    expect(await found()).toMatchObject({
      connection: { state: 'fine', failures: 0 },
      session: '{"number":2}',
    });
    expect([(await stored()).at(-1), vendor.signIns.length]).toEqual([NOON + 10 * MINUTE, 1]);
  });

  test('[SRC-2] a poll that could not store its session in time is not counted against the source', async () => {
    const { vendor, database, polling, clock, found, log, pollUntil } = await connectedSetup();
    vendor.readError = 'unreachable';
    await pollUntil((await found()).connection?.nextAt ?? 0);
    clock.now = (await found()).connection?.nextAt ?? 0;
    Object.assign(vendor, { readError: null, renewsSession: true });
    database.works = false;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const polls = polling.runDuePolls();
    while (database.rejected === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(7 * SECOND);
    database.works = true;
    await polls;
    expect(await found()).toMatchObject({ connection: { failures: 1 }, session: '{"number":2}' });
    expect(log.map(({ event }) => event)).toEqual(['source-failed']);
  });

  test('[SRC-2] a sign-in whose session cannot be stored is not shown as an answer that is unreadable', async () => {
    const { vendor, database, polling, clock, found, log, stored } = await connectedSetup();
    clock.now = (await found()).connection?.nextAt ?? 0;
    vendor.firstValidSession = 2;
    database.works = false;
    await polling.runDuePolls();
    expect(await found()).toMatchObject({ connection: { state: 'fine', errorCode: null, failures: 0 } });
    expect(log).toEqual([]);
    database.works = true;
    vendor.firstValidSession = 3;
    clock.now += 20 * SECOND;
    await polling.runDuePolls();
    expect((await stored()).at(-1)).toBe(NOON + 10 * MINUTE);
  });
});
