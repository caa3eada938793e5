import { expect, test } from 'vitest';
import { pollingNode } from '../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

test('[OPS-3] polls of one wearer that cannot be stored are one log line, while those of others are stored', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  let brokenId = await newWearer(store);
  const leases: typeof store.leases = {
    ...store.leases,
    async record(node, polls) {
      if (polls.some(({ wearerId }) => wearerId === brokenId)) throw new Error('a bug');
      return store.leases.record(node, polls);
    },
  };
  const { polling, log } = pollingNode({ ...store, leases }, clock, source);
  await polling.connect(brokenId, 'nightScout', { password: SECRET });
  await polling.runDuePolls();
  clock.now += 3 * SECOND;
  await polling.connect(await newWearer(store), 'nightScout', { password: SECRET });
  const pollFor = async (ms: number) => {
    for (const until = clock.now + ms; clock.now < until; clock.now += SECOND) await polling.runDuePolls();
  };
  await pollFor(6 * MINUTE);
  expect(log).toMatchObject([{ event: 'poll-not-stored', source: 'nightScout' }]);
  brokenId = 0;
  await pollFor(MINUTE);
  expect(log.slice(1)).toEqual([{ event: 'recovered', from: 'poll-not-stored' }]);
});
