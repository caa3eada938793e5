import { describe, expect, test } from 'vitest';
import { pollingNode } from '../../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, readingAt, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const login = { password: SECRET };

/** A node with two sources: a vendor with one address for everybody, and self-hosted sites. */
async function nodeWithTwoSources() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const sources = {
    libre: { type: 'freeStyleLibre' as const, source },
    nightscout: { type: 'nightScout' as const, source, isSelfHosted: true },
  };
  const { polling } = pollingNode(store, clock, source, { sources });
  const connectNewWearer = async (name: string) => polling.connect(await newWearer(store), name, login);
  return { store, clock, vendor, polling, connectNewWearer };
}

describe('[SRC-3] sign-ins at a vendor', () => {
  test('are held back for everybody after it has limited them, until it allows them again', async () => {
    const { clock, vendor, connectNewWearer } = await nodeWithTwoSources();
    vendor.signInError = 'too-many-calls';
    vendor.retryAfterMs = 15 * MINUTE;
    for (const signIns of [1, 2, 2, 2]) {
      await expect(connectNewWearer('libre')).rejects.toMatchObject({ errorCode: 'too-many-calls' });
      expect(vendor.signIns).toHaveLength(signIns);
    }
    clock.now += 5 * MINUTE;
    await expect(connectNewWearer('libre')).rejects.toMatchObject({ retryAfterMs: 10 * MINUTE });
    vendor.signInError = null;
    clock.now += 10 * MINUTE;
    await connectNewWearer('libre');
    await connectNewWearer('libre');
    expect(vendor.signIns).toHaveLength(4);
  });

  test('are not held back when only one wearer is limited', async () => {
    const { store, vendor, polling, connectNewWearer } = await nodeWithTwoSources();
    const ada = await newWearer(store);
    vendor.signInError = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await polling.connect(ada, 'libre', login).catch(() => {});
    vendor.signInError = null;
    await connectNewWearer('libre');
    expect(vendor.signIns).toHaveLength(4);
  });

  test('are not held back at self-hosted sites, whatever other sites answer', async () => {
    const { vendor, connectNewWearer } = await nodeWithTwoSources();
    vendor.signInError = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await connectNewWearer('nightscout').catch(() => {});
    expect(vendor.signIns).toHaveLength(3);
  });

  test('are held back without affecting wearers who are signed in', async () => {
    const { store, clock, vendor, polling, connectNewWearer } = await nodeWithTwoSources();
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.signInError = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await connectNewWearer('libre').catch(() => {});
    vendor.readings = [readingAt(clock.now - MINUTE)];
    await polling.runDuePolls();
    expect(await polling.status(ada)).toMatchObject({ status: 'allGood', errorCode: null });
  });

  test('are limited or held back for wearers whose sessions have ended, while who is signed in is polled as before', async () => {
    const { store, clock, vendor, polling, connectNewWearer } = await nodeWithTwoSources();
    vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
    for (let count = 0; count < 8; count += 1) await connectNewWearer('libre');
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.firstValidSession = vendor.signIns.length;
    Object.assign(vendor, { signInError: 'too-many-calls', retryAfterMs: 15 * MINUTE });
    for (; clock.now < NOON + 30 * MINUTE; clock.now += 15 * SECOND) {
      await polling.runDuePolls();
      expect(await polling.status(ada)).toMatchObject({ state: 'fine', errorCode: null });
    }
    const { lastReadingAt } = await polling.status(ada);
    expect(Date.parse(lastReadingAt ?? '')).toBeGreaterThanOrEqual(NOON + 25 * MINUTE);
  });

  test('are held back for wearers whose session ends meanwhile, and the status says so', async () => {
    const { store, clock, vendor, polling, connectNewWearer } = await nodeWithTwoSources();
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.signInError = 'too-many-calls';
    vendor.retryAfterMs = 30 * MINUTE;
    for (let time = 0; time < 2; time += 1) await connectNewWearer('libre').catch(() => {});
    vendor.firstValidSession = 9;
    await polling.runDuePolls();
    expect(vendor.signIns).toHaveLength(3);
    const status = await polling.status(ada);
    expect(status).toMatchObject({ errorCode: 'too-many-calls', remedy: 'wait' });
    expect(Date.parse(status.nextTryAt ?? '') - clock.now).toBeGreaterThanOrEqual(30 * MINUTE);
  });

  test('one that was held back is made as soon as they are allowed again', async () => {
    const { store, clock, vendor, polling, connectNewWearer } = await nodeWithTwoSources();
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.signInError = 'too-many-calls';
    vendor.retryAfterMs = MINUTE;
    for (let time = 0; time < 2; time += 1) await connectNewWearer('libre').catch(() => {});
    vendor.firstValidSession = 3;
    await polling.runDuePolls();
    expect(vendor.signIns).toHaveLength(3);
    vendor.signInError = null;
    const from = clock.now;
    while (vendor.signIns.length === 3 && clock.now - from < HOUR) {
      clock.now += 15 * SECOND;
      await polling.runDuePolls();
    }
    expect(clock.now - from).toBeLessThan(7 * MINUTE);
  });
});
