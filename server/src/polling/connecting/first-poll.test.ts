import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { ada, ben, selectionFrom } from '../../../test/polling/sharing.ts';
import { everyFive, NOON } from '../../../test/polling/vendor.ts';
import { HOUR } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

/** A wearer, where the check for due polls finds each new connection before the call that stores it goes on. */
async function pollingAtOnce() {
  const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
  const { store, polling, vendor, source, clock, wearerId } = setup;
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
  /** Waits for the polls that are running, and starts none. */
  const ended = () => expect.poll(() => polling.runningPolls()).toBe(0);
  /** Whether the poll that began with the change has given an answer. */
  const isPolled = async () => {
    await ended();
    return (await connections.find(wearerId))?.state === 'fine';
  };
  const wait = () => {
    clock.now += HOUR / 60;
  };
  return { ...setup, isPolled, wait };
}

test('[SRC-1] the first poll of a connection goes on that begins while the call that stored it is ending', async () => {
  const { connect, isPolled, stored } = await pollingAtOnce();
  await connect();
  expect(await isPolled()).toBe(true);
  expect(await stored()).not.toEqual([]);
});

test('[CON-4] so does that of a connection that replaces another, is made again, or reads another person', async () => {
  const { connect, polling, wearerId, isPolled, wait } = await pollingAtOnce();
  await connect();
  const changes = [
    connect,
    () => polling.reconnect(wearerId),
    () => polling.reconnect(wearerId, (login) => login),
    () => polling.choose(wearerId, 'ada'),
    () => polling.choose(wearerId, 'ben'),
  ];
  for (const change of changes) {
    wait();
    await change();
    expect(await isPolled()).toBe(true);
  }
});
