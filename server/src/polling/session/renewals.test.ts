import type { SelectsPerson } from '@tealight/sources';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encryption, pollingNode, pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { everyFive, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

/** A wearer whose next poll renews the session, which takes until `answer` is called. The old session has ended then. */
async function slowRenewal() {
  const store = await openStore({ url: null, file: ':memory:' });
  const setup = await pollingOfOneWearer(store);
  const { vendor, connect, pollUntil, wearerId, clock } = setup;
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await connect();
  await pollUntil(NOON + 10 * MINUTE);
  // After a poll without an answer the next one may take six seconds.
  vendor.readError = 'unreachable';
  const nextAt = async () => (await store.connections.find(wearerId))?.nextAt ?? 0;
  await pollUntil(await nextAt());
  vendor.readError = null;
  clock.now = await nextAt();
  const started = Promise.withResolvers<AbortSignal>();
  const answered = Promise.withResolvers<void>();
  vendor.renewsSession = true;
  vendor.duringRenewal = (signal) => {
    started.resolve(signal);
    vendor.firstValidSession = 2;
    return answered.promise;
  };
  const storedSession = async () => {
    const encrypted = (await store.connections.find(wearerId))?.encryptedSession;
    if (encrypted == null) return null;
    return encryption.decrypt(encrypted, { wearerId, what: 'session' });
  };
  const answer = () => {
    vendor.renewsSession = false;
    answered.resolve();
  };
  return { ...setup, started: started.promise, answer, storedSession, nextAt };
}

describe('a renewal of a session', () => {
  test('[SRC-2] that takes longer than the poll may take is stored, and no node polls with the old session meanwhile', async () => {
    const { polling, started, answer, vendor, store, source, clock, storedSession, ...setup } =
      await slowRenewal();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const polls = polling.runDuePolls();
    const signal = await started;
    vi.advanceTimersByTime(7 * SECOND);
    vi.useRealTimers();
    expect(signal.aborted).toBe(false);
    const other = pollingNode(store, clock, source).polling;
    for (const until = clock.now + 30 * SECOND; clock.now < until; clock.now += 5 * SECOND) {
      await polling.startDuePolls();
      await other.runDuePolls();
    }
    expect(vendor.reads.at(-1)?.at).toBe(clock.now - 30 * SECOND);
    answer();
    await polls;
    expect(await storedSession()).toBe('{"number":2}');
    clock.now = await setup.nextAt();
    await other.runDuePolls();
    expect([vendor.signIns.length, (await setup.stored()).at(-1)]).toEqual([1, NOON + 10 * MINUTE]);
  });

  test('[SRC-2] is stored by a node that stops, also when it takes longer than a poll may take then', async () => {
    const { polling, started, answer, storedSession, store, wearerId, clock } = await slowRenewal();
    await polling.startDuePolls();
    await started;
    setTimeout(answer, 2.5 * SECOND);
    await polling[Symbol.asyncDispose]();
    expect(await storedSession()).toBe('{"number":2}');
    const leased = await store.leases.claim({
      node: 'another',
      source: 'nightScout',
      now: clock.now,
      until: clock.now + MINUTE,
      latest: clock.now + MINUTE,
      limit: 10,
    });
    expect(leased.map((connection) => connection.wearerId)).toEqual([wearerId]);
  });

  test('is stored though the wearer disconnects meanwhile and keeps the login; where the login is erased it is not', async () => {
    for (const clearCredentials of [false, true]) {
      const { polling, started, answer, store, wearerId, storedSession } = await slowRenewal();
      const polls = polling.runDuePolls();
      await started;
      await polling.disconnect(wearerId, { clearCredentials });
      answer();
      await polls;
      await new Promise(setImmediate);
      const connection = await store.connections.find(wearerId);
      expect([connection?.state, connection?.nextAt ?? null]).toEqual(
        clearCredentials ? [undefined, null] : ['off', null],
      );
      if (!clearCredentials) expect(await storedSession()).toBe('{"number":2}');
    }
  });

  describe('while the wearer chooses another person', () => {
    /** The login is the vendor's own page, so that a lost session ends the connection. */
    async function withPeople() {
      const setup = await slowRenewal();
      const selection: SelectsPerson<{ number: number; person?: string }> = {
        people: async () => [{ id: 'ben', name: 'Ben' }],
        choose: (session, person) => ({ ...session, person }),
        personOf: ({ person }) => person ?? null,
      };
      Object.assign(setup.source, selection);
      const [connection] = await setup.store.connections.ofAll([setup.wearerId]);
      if (connection === undefined || connection.encryptedSession === null) throw new Error('not connected');
      const { encryptedSession } = connection;
      const withoutLogin = { ...connection, encryptedSession, encryptedLogin: null };
      const { revision } = connection;
      await setup.store.connections.replace(withoutLogin, { revision, isSameLogin: true }, setup.clock.now);
      const state = async () => (await setup.store.connections.find(setup.wearerId))?.state;
      return { ...setup, state };
    }

    test('at this node is awaited, and no poll uses the old session meanwhile', async () => {
      const { polling, started, answer, storedSession, wearerId, state } = await withPeople();
      const polls = polling.runDuePolls();
      await started;
      const choosing = polling.choose(wearerId, 'ben');
      await new Promise((resolve) => setTimeout(resolve, 20));
      await polling.startDuePolls();
      answer();
      await Promise.all([choosing, polls]);
      expect(await storedSession()).toBe('{"number":2,"person":"ben"}');
      await polling.runDuePolls();
      expect(await state()).toBe('fine');
    });

    test('at another node is stored for that person, and polled again', async () => {
      const { polling, started, answer, storedSession, wearerId, state, ...setup } = await withPeople();
      const other = pollingNode(setup.store, setup.clock, setup.source).polling;
      const polls = polling.runDuePolls();
      await started;
      await other.choose(wearerId, 'ben');
      await other.runDuePolls();
      expect([await storedSession(), await state()]).toEqual(['{"number":1,"person":"ben"}', 'error']);
      answer();
      await polls;
      expect(await storedSession()).toBe('{"number":2,"person":"ben"}');
      await other.runDuePolls();
      expect(await state()).toBe('fine');
    });
  });

  test('does not delay a new connection of the wearer, and is not stored in it', async () => {
    const { polling, started, answer, connect, storedSession, vendor } = await slowRenewal();
    const polls = polling.runDuePolls();
    await started;
    vendor.renewsSession = false;
    await connect();
    await polls;
    const reads = vendor.reads.length;
    await polling.runDuePolls();
    expect(vendor.reads.length).toBe(reads + 1);
    answer();
    await new Promise(setImmediate);
    expect(await storedSession()).toBe('{"number":2}');
    expect(vendor.signIns).toHaveLength(2);
  });
});
