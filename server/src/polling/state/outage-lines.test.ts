import type { SelectsPerson } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connectedPolling, pollingNode, pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

/** A wearer whose source has failed for ten minutes. */
async function failing() {
  const setup = await connectedPolling(await inMemory());
  setup.vendor.readError = 'unreachable';
  await setup.pollUntil(NOON + 20 * MINUTE);
  setup.vendor.readError = null;
  setup.log.splice(0);
  return setup;
}

describe('[OPS-3] the end of a source’s outage is logged once', () => {
  test('when readings come, once they are stored', async () => {
    const { pollUntil, log } = await failing();
    await pollUntil(NOON + 40 * MINUTE);
    expect(log).toMatchObject([{ event: 'source-recovered', source: 'nightScout', reason: 'readings' }]);
  });

  test.each(['connect', 'reconnect'] as const)(
    'when the wearer connects again with a %s, which ends the outage before readings come',
    async (how) => {
      const { polling, wearerId, connect, pollUntil, log } = await failing();
      if (how === 'connect') await connect();
      else await polling.reconnect(wearerId);
      await pollUntil(NOON + 40 * MINUTE);
      expect(log).toMatchObject([
        { event: 'source-recovered', source: 'nightScout', reason: 'connected-again' },
      ]);
    },
  );

  test.each([true, false])(
    'when the wearer disconnects, also twice (erasing the login: %s)',
    async (clearCredentials) => {
      const { polling, wearerId, log } = await failing();
      for (let times = 0; times < 2; times += 1) await polling.disconnect(wearerId, { clearCredentials });
      expect(log).toMatchObject([{ event: 'source-recovered', reason: 'disconnected' }]);
    },
  );

  test('when the wearer chooses another person', async () => {
    const clock = { now: NOON };
    const { vendor, source } = fakeVendor(clock);
    const sharing: SelectsPerson<{ number: number }> = {
      people: async () => [{ id: '8', name: 'Ben' }],
      choose: (session) => session,
      personOf: () => null,
    };
    const store = await inMemory();
    const { polling, log } = pollingNode(store, clock, { ...source, ...sharing });
    const wearerId = await newWearer(store);
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    vendor.readError = 'choose-person';
    await polling.runDuePolls();
    await polling.choose(wearerId, '8');
    expect(log).toMatchObject([
      { event: 'source-failed', errorCode: 'choose-person' },
      { event: 'source-recovered', reason: 'connected-again' },
    ]);
  });
});

test('[OPS-3] a history that cannot be read is no outage of a source whose readings come', async () => {
  const setup = await pollingOfOneWearer(await inMemory());
  const { vendor, log, pollUntil } = setup;
  vendor.readings = everyFive(NOON - 10 * DAY, NOON + DAY);
  await setup.connect();
  await setup.polling.runDuePolls();
  vendor.duringRead = async () => {
    vendor.readError = (vendor.reads.at(-1)?.since ?? 0) < NOON - DAY ? 'unreachable' : null;
  };
  await pollUntil(NOON + 7 * HOUR);
  expect(vendor.reads.filter(({ since }) => since < NOON - DAY).length).toBeGreaterThan(1);
  expect(log).toEqual([]);
});

test.each(['unreachable', null] as const)(
  '[OPS-3] the outcome of a poll (%s) is logged when it is stored, and not by each try to store it',
  async (readError) => {
    const store = await inMemory();
    const database = { works: true };
    const leases: typeof store.leases = {
      ...store.leases,
      async record(...args) {
        if (!database.works) throw new StoreUnavailable('unreachable');
        return store.leases.record(...args);
      },
    };
    const { vendor, pollUntil, polling, clock, log } = await connectedPolling({ ...store, leases });
    if (readError === null) {
      vendor.readError = 'unreachable';
      await pollUntil(NOON + 12 * MINUTE);
    }
    log.splice(0);
    vendor.readError = readError;
    clock.now = NOON + 16 * MINUTE;
    database.works = false;
    for (let times = 0; times < 3; times += 1) {
      await polling.runDuePolls();
      clock.now += MINUTE;
    }
    expect(log).toEqual([]);
    database.works = true;
    await polling.runDuePolls();
    expect(log.map(({ event }) => event)).toEqual([
      readError === null ? 'source-recovered' : 'source-failed',
    ]);
  },
);

/** Three wearers of a vendor that is unreachable. */
async function vendorOutage() {
  const store = await inMemory();
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const { polling, log } = pollingNode(store, clock, source);
  vendor.readings = everyFive(NOON - HOUR, NOON + 4 * DAY);
  const wearers: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const wearerId = await newWearer(store);
    wearers.push(wearerId);
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
  }
  await polling.runDuePolls();
  clock.now += 10 * MINUTE;
  vendor.readError = 'unreachable';
  await polling.runDuePolls();
  const ofVendor = () =>
    log.filter(({ event }) => event.startsWith('vendor-')).map(({ event, reason }) => [event, reason]);
  const pollFor = async (ms: number) => {
    for (const until = clock.now + ms; clock.now < until; clock.now += 5000) await polling.runDuePolls();
  };
  return { clock, vendor, polling, wearers, ofVendor, pollFor };
}

const begun = ['vendor-failed', undefined];

describe('[OPS-3] an outage of a vendor’s address is one line at its start and one at its end', () => {
  test('when it answers', async () => {
    const { vendor, ofVendor, pollFor } = await vendorOutage();
    await pollFor(5 * MINUTE);
    vendor.readError = null;
    await pollFor(MINUTE);
    expect(ofVendor()).toEqual([begun, ['vendor-recovered', 'answered']]);
  });

  test('when it answers with a rejection of the login', async () => {
    const { vendor, ofVendor, pollFor } = await vendorOutage();
    vendor.readError = 'wrong-login';
    await pollFor(MINUTE);
    expect(ofVendor()).toEqual([begun, ['vendor-recovered', 'answered']]);
  });

  test('when the clock is set back meanwhile, and it goes on', async () => {
    const { vendor, clock, ofVendor, pollFor } = await vendorOutage();
    clock.now -= 4 * MINUTE;
    await pollFor(5 * MINUTE);
    expect(ofVendor()).toEqual([begun]);
    vendor.readError = null;
    await pollFor(MINUTE);
    expect(ofVendor()).toEqual([begun, ['vendor-recovered', 'answered']]);
  });

  test('when nobody is connected to it any more', async () => {
    const { clock, polling, wearers, ofVendor } = await vendorOutage();
    for (const wearerId of wearers) await polling.disconnect(wearerId, { clearCredentials: true });
    clock.now += 2 * DAY;
    await polling.runDuePolls();
    expect(ofVendor()).toEqual([begun]);
    clock.now += MINUTE;
    await polling.runDuePolls();
    expect(ofVendor()).toEqual([begun, ['vendor-recovered', 'not-polled']]);
  });
});
