import { type Follows, SourceError } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { pollingNode, seal } from '../../test/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { openStore } from '../store/store.ts';

/** A vendor with whom Ada and Ben share; its session names whose readings it reads, 0 before anyone is chosen. */
async function family() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const follows: Follows<{ number: number }> = {
    people: async () => [
      { id: '7', name: 'Ada' },
      { id: '8', name: 'Ben' },
    ],
    choose: (_, personId) => ({ number: Number(personId) }),
  };
  vendor.validFrom = 7;
  vendor.signInMood = null;
  const asked = {
    people: (...told: Parameters<typeof follows.people>) => follows.people(...told),
    choose: follows.choose,
  };
  const { polling } = pollingNode(store, clock, { ...source, ...asked });
  const wearerId = await newWearer(store);
  vendor.readings = [readingAt(NOON - 60_000)];
  return { store, vendor, polling, wearerId, follows };
}

describe('[SRC-1] a login that several people share with', () => {
  test('tells who they are, and reads whom the wearer chooses', async () => {
    const { store, polling, wearerId } = await family();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    expect((await polling.people(wearerId)).map(({ name }) => name)).toEqual(['Ada', 'Ben']);
    await polling.choose(wearerId, '8');
    await polling.turn();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood' });
  });

  test('may be told at once whose readings to read', async () => {
    const { store, polling, wearerId } = await family();
    await polling.connect(wearerId, 'nightScout', { password: SECRET }, { personId: '8' });
    await polling.turn();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
    const stranger = polling.connect(wearerId, 'nightScout', { password: SECRET }, { personId: '9' });
    await expect(stranger).rejects.toMatchObject({ trouble: 'person-gone' });
  });

  test('never takes somebody who does not share', async () => {
    const { polling, wearerId } = await family();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    await expect(polling.choose(wearerId, '9')).rejects.toMatchObject({ trouble: 'person-gone' });
  });

  test('is signed in again where its session is over before anyone was chosen', async () => {
    const { store, vendor, polling, wearerId, follows } = await family();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    follows.people = async ({ number }) => {
      if (number < 2) throw new SourceError('fake', 'session-over');
      return [{ id: '8', name: 'Ben' }];
    };
    expect(await polling.people(wearerId)).toEqual([{ id: '8', name: 'Ben' }]);
    expect(vendor.signIns).toHaveLength(2);
    await polling.choose(wearerId, '8');
    expect(vendor.signIns).toHaveLength(2);
    await polling.turn();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
  });

  test('keeps a session that is renewed on the way', async () => {
    const { store, polling, wearerId, follows } = await family();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    follows.people = async ({ number }, { keep }) => {
      if (number === 1) await keep({ number: 5 });
      return [{ id: '8', name: `Ben in session ${number}` }];
    };
    await polling.people(wearerId);
    expect(await polling.people(wearerId)).toEqual([{ id: '8', name: 'Ben in session 5' }]);
    const kept = await store.connections.find(wearerId);
    expect(seal.open(kept?.sealedSession ?? '', { wearerId, what: 'session' })).toBe('{"number":5}');
  });

  test('has nobody to choose before it is connected', async () => {
    const { polling, wearerId } = await family();
    expect(await polling.people(wearerId)).toEqual([]);
    await expect(polling.choose(wearerId, '7')).rejects.toMatchObject({ trouble: 'person-gone' });
  });
});
