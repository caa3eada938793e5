import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { ada, ben, selectionFrom } from '../../../test/polling/sharing.ts';
import { everyFive, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

/** A wearer, where the check for due polls finds each new connection before the call that stores it goes on. */
async function pollingAtOnce() {
  const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
  const { store, polling, vendor, source, wearerId } = setup;
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  vendor.duringRead = () => sleep(20);
  Object.assign(source, selectionFrom({ people: async () => [ada, ben] }));
  const { connections } = store;
  const { save, replace } = connections;
  connections.save = async (...args) => {
    await save(...args);
    await polling.startDuePolls();
  };
  connections.replace = async (...args) => {
    const isReplaced = await replace(...args);
    await polling.startDuePolls();
    return isReplaced;
  };
  /** Whether the poll that began with the change has given an answer. Starts none. */
  const isPolled = async () => {
    await expect.poll(() => polling.runningPolls()).toBe(0);
    return (await connections.find(wearerId))?.state === 'fine';
  };
  return { ...setup, isPolled };
}

test('[SRC-1] the first poll of a new connection goes on where it begins before the call that connects has ended', async () => {
  const { connect, isPolled, stored } = await pollingAtOnce();
  await connect();
  expect(await isPolled()).toBe(true);
  expect(await stored()).not.toEqual([]);
});

test('[CON-4] so does the first poll after connecting again, and after choosing another person', async () => {
  const { connect, polling, wearerId, isPolled, clock } = await pollingAtOnce();
  await connect();
  const changes = [
    connect,
    () => polling.reconnect(wearerId),
    () => polling.reconnect(wearerId, (login) => login),
    () => polling.choose(wearerId, 'ada'),
    () => polling.choose(wearerId, 'ben'),
  ];
  for (const change of changes) {
    clock.now += MINUTE;
    await change();
    expect(await isPolled()).toBe(true);
  }
});

test('[ACC-5] disconnecting ends the poll that is running, also of a wearer who has been removed', async () => {
  const { connect, polling, store, vendor, wearerId } = await pollingAtOnce();
  for (const isRemoved of [false, true]) {
    const stopped = Promise.withResolvers<void>();
    vendor.duringRead = (signal) => {
      signal.addEventListener('abort', () => stopped.resolve());
      return stopped.promise;
    };
    await connect();
    if (isRemoved) await store.connections.erase(wearerId);
    await polling.disconnect(wearerId, { clearCredentials: true });
    await stopped.promise;
    await expect.poll(() => polling.runningPolls()).toBe(0);
  }
});
