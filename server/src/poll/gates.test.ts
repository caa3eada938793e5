import { describe, expect, test } from 'vitest';
import { pollingNode } from '../../test/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { openStore } from '../store/store.ts';
import { MINUTE } from '../times.ts';

const login = { password: SECRET };

/** A node, a vendor with a door of its own and one at sites of the wearers' own, and as many wearers as are asked for. */
async function town() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const sources = {
    libre: { type: 'freeStyleLibre' as const, source },
    nightscout: { type: 'nightScout' as const, source, ownSite: true },
  };
  const { polling } = pollingNode(store, clock, source, { sources });
  const tries = async (name: string) => polling.connect(await newWearer(store), name, login);
  return { store, clock, vendor, polling, tries };
}

describe('[SRC-3] sign-ins at a vendor', () => {
  test('that has had enough of them are tried by nobody, until it may be asked again', async () => {
    const { clock, vendor, tries } = await town();
    vendor.signInMood = 'too-many-calls';
    vendor.retryAfterMs = 15 * MINUTE;
    for (const asked of [1, 2, 2, 2]) {
      await expect(tries('libre')).rejects.toMatchObject({ trouble: 'too-many-calls' });
      expect(vendor.signIns).toHaveLength(asked);
    }
    clock.now += 5 * MINUTE;
    await expect(tries('libre')).rejects.toMatchObject({ retryAfterMs: 10 * MINUTE });
    vendor.signInMood = null;
    clock.now += 10 * MINUTE;
    await tries('libre');
    await tries('libre');
    expect(vendor.signIns).toHaveLength(4);
  });

  test('of one wearer alone say nothing about the others’', async () => {
    const { store, vendor, polling, tries } = await town();
    const ada = await newWearer(store);
    vendor.signInMood = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await polling.connect(ada, 'libre', login).catch(() => {});
    vendor.signInMood = null;
    await tries('libre');
    expect(vendor.signIns).toHaveLength(4);
  });

  test('of a site of one’s own are not held back by what other sites say', async () => {
    const { vendor, tries } = await town();
    vendor.signInMood = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await tries('nightscout').catch(() => {});
    expect(vendor.signIns).toHaveLength(3);
  });

  test('being held back leave those alone who are signed in', async () => {
    const { store, clock, vendor, polling, tries } = await town();
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.signInMood = 'too-many-calls';
    for (let time = 0; time < 3; time += 1) await tries('libre').catch(() => {});
    vendor.readings = [readingAt(clock.now - MINUTE)];
    await polling.turn();
    expect(await polling.status(ada)).toMatchObject({ status: 'allGood', trouble: null });
  });

  test('of those whose session ends meanwhile wait as well, and are told so', async () => {
    const { store, clock, vendor, polling, tries } = await town();
    const ada = await newWearer(store);
    await polling.connect(ada, 'libre', login);
    vendor.signInMood = 'too-many-calls';
    vendor.retryAfterMs = 30 * MINUTE;
    for (let time = 0; time < 2; time += 1) await tries('libre').catch(() => {});
    vendor.validFrom = 9;
    await polling.turn();
    expect(vendor.signIns).toHaveLength(3);
    const status = await polling.status(ada);
    expect(status).toMatchObject({ trouble: 'too-many-calls', remedy: 'wait' });
    expect(Date.parse(status.nextTryAt ?? '') - clock.now).toBeGreaterThanOrEqual(30 * MINUTE);
  });
});
