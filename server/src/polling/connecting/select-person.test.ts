import { type SelectsPerson, SourceError } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { encryption, pollingNode } from '../../../test/polling/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { openStore } from '../../store/store.ts';

/** A vendor where Ada and Ben share; its session has the number of the selected person, 0 before one is selected. */
async function vendorWithTwoPeople() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const selection: SelectsPerson<{ number: number }> = {
    people: async () => [
      { id: '7', name: 'Ada' },
      { id: '8', name: 'Ben' },
    ],
    choose: (_, personId) => ({ number: Number(personId) }),
    personOf: ({ number }) => (number < 7 ? null : String(number)),
  };
  vendor.firstValidSession = 7;
  vendor.signInError = null;
  const sharing = {
    people: (...args: Parameters<typeof selection.people>) => selection.people(...args),
    choose: selection.choose,
  };
  const { polling } = pollingNode(store, clock, { ...source, ...sharing });
  const wearerId = await newWearer(store);
  vendor.readings = [readingAt(NOON - 60_000)];
  return { store, vendor, polling, wearerId, selection };
}

describe('[SRC-1] a login that several people share with', () => {
  test('lists them, and reads the person whom the wearer chooses', async () => {
    const { store, polling, wearerId } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    expect((await polling.people(wearerId)).map(({ name }) => name)).toEqual(['Ada', 'Ben']);
    const changed: string[] = [];
    store.changes.subscribe((id, change) => changed.push(`${id} ${change}`));
    await polling.choose(wearerId, '8');
    expect(changed).toEqual([`${wearerId} connection`]);
    await polling.runDuePolls();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood' });
  });

  test('can be connected for one of them at once', async () => {
    const { store, polling, wearerId } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET }, { personId: '8' });
    await polling.runDuePolls();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
    const unknownPerson = polling.connect(wearerId, 'nightScout', { password: SECRET }, { personId: '9' });
    await expect(unknownPerson).rejects.toMatchObject({ errorCode: 'person-gone' });
  });

  test('rejects a person who does not share', async () => {
    const { polling, wearerId } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    await expect(polling.choose(wearerId, '9')).rejects.toMatchObject({ errorCode: 'person-gone' });
  });

  test('is signed in again when its session ends before a person is chosen', async () => {
    const { store, vendor, polling, wearerId, selection } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    selection.people = async ({ number }) => {
      if (number < 2) throw new SourceError('fake', 'session-over');
      return [{ id: '8', name: 'Ben' }];
    };
    expect(await polling.people(wearerId)).toEqual([{ id: '8', name: 'Ben' }]);
    expect(vendor.signIns).toHaveLength(2);
    await polling.choose(wearerId, '8');
    expect(vendor.signIns).toHaveLength(2);
    await polling.runDuePolls();
    expect(await store.readings.latest(wearerId)).toHaveLength(1);
  });

  test('stores a session that is renewed while people are listed', async () => {
    const { store, polling, wearerId, selection } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    selection.people = async ({ number }, { keep }) => {
      if (number === 1) await keep({ number: 5 });
      return [{ id: '8', name: `Ben in session ${number}` }];
    };
    await polling.people(wearerId);
    expect(await polling.people(wearerId)).toEqual([{ id: '8', name: 'Ben in session 5' }]);
    const stored = await store.connections.find(wearerId);
    expect(encryption.decrypt(stored?.encryptedSession ?? '', { wearerId, what: 'session' })).toBe(
      '{"number":5}',
    );
  });

  test('stores a session that is renewed while people are listed also when the wearer disconnects and keeps the login', async () => {
    const { store, polling, wearerId, selection } = await vendorWithTwoPeople();
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    selection.people = async (_, { keep }) => {
      await polling.disconnect(wearerId, { clearCredentials: false });
      await keep({ number: 5 });
      return [{ id: '8', name: 'Ben' }];
    };
    await expect(polling.people(wearerId)).rejects.toMatchObject({ errorCode: 'unreachable' });
    const stored = await store.connections.find(wearerId);
    expect([stored?.state, stored?.nextAt]).toEqual(['off', null]);
    expect(encryption.decrypt(stored?.encryptedSession ?? '', { wearerId, what: 'session' })).toBe(
      '{"number":5}',
    );
  });

  test('lists nobody before it is connected', async () => {
    const { polling, wearerId } = await vendorWithTwoPeople();
    expect(await polling.people(wearerId)).toEqual([]);
    await expect(polling.choose(wearerId, '7')).rejects.toMatchObject({ errorCode: 'person-gone' });
  });
});
