import { SourceError } from '@tealight/sources';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectedPolling, encryption, pollingNode } from '../../../test/polling/polling.ts';
import { ben, connectedToSharing } from '../../../test/polling/sharing.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

describe('[SRC-1] listing the people who share', () => {
  test('finds nobody at a source without a choice, or that this server does not have', async () => {
    const { store, polling, wearerId, clock, source } = await connectedPolling(await inMemory());
    expect(await polling.people(wearerId)).toEqual([]);
    const without = pollingNode(store, clock, source, { sources: {} }).polling;
    expect(await without.people(wearerId)).toEqual([]);
    await expect(without.choose(wearerId, 'ben')).rejects.toMatchObject({ errorCode: 'person-gone' });
  });

  test('finds nobody where the stored session is of another version', async () => {
    const { store, polling, wearerId, connection } = await connectedToSharing();
    const from = (await connection())?.encryptedSession ?? '';
    const to = encryption.encrypt('{"token":"of an older version"}', { wearerId, what: 'session' });
    await store.connections.replaceEncrypted(wearerId, 'session', { from, to });
    expect(await polling.people(wearerId)).toEqual([]);
  });

  test('calls the vendor as its source may, by the clock of the node', async () => {
    const seen: unknown[] = [];
    const { store, clock, source, wearerId } = await connectedToSharing(async (session, context) => {
      await context.fetch('https://vendor.example/people');
      seen.push(session, context.now());
      context.incomplete();
      return [ben];
    });
    const { polling } = pollingNode(store, clock, source, {
      fetchFor: (name: string) => async () => void seen.push(name),
    });
    expect(await polling.people(wearerId)).toEqual([ben]);
    expect(seen).toEqual(['nightScout', { number: 1 }, clock.now]);
  });

  test('[CON-6] ends after nine seconds without an answer', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const { polling, wearerId } = await connectedToSharing((_session, { signal }) => {
      started.resolve(signal);
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const listing = polling.people(wearerId).catch((error: unknown) => error);
    const signal = await started.promise;
    vi.advanceTimersByTime(9 * SECOND - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await listing).toMatchObject({ errorCode: 'unreachable', cause: 'too slow' });
  });

  test.each(['unreachable', 'wrong-login'] as const)(
    'fails with %s without a sign-in where the session is not over',
    async (errorCode) => {
      const { polling, wearerId, vendor } = await connectedToSharing(async () => {
        throw new SourceError('fake', errorCode);
      });
      await expect(polling.people(wearerId)).rejects.toMatchObject({ errorCode });
      expect(vendor.signIns).toHaveLength(1);
    },
  );

  test('fails where a bug in Tealight or an ended session without a login keeps it from an answer', async () => {
    const { store, polling, wearerId, listing, connection, clock } = await connectedToSharing(async () => {
      throw new TypeError('a bug');
    });
    await expect(polling.people(wearerId)).rejects.toThrow('a bug');
    const stored = await connection();
    const { revision, encryptedSession } = stored ?? { revision: 0, encryptedSession: null };
    if (stored === null || encryptedSession === null) throw new Error('not connected');
    const withoutLogin = { ...stored, encryptedSession, encryptedLogin: null };
    await store.connections.replace(withoutLogin, { revision, isSameLogin: true }, clock.now);
    listing.people = async () => {
      throw new SourceError('fake', 'session-over');
    };
    await expect(polling.people(wearerId)).rejects.toMatchObject({ errorCode: 'session-over' });
  });

  test('stores every session that is renewed meanwhile, and the one of a sign-in that follows', async () => {
    const { polling, wearerId, storedSession, vendor } = await connectedToSharing(
      async ({ number }, { keep }) => {
        if (number > 1) return [{ ...ben, name: `Ben in session ${number}` }];
        await keep({ number: 7 });
        await keep({ number: 8 });
        throw new SourceError('fake', 'session-over');
      },
    );
    expect(await polling.people(wearerId)).toEqual([{ ...ben, name: 'Ben in session 2' }]);
    expect([await storedSession(), vendor.signIns.length]).toEqual(['{"number":2}', 2]);
  });

  test('selects nobody else in the session of a sign-in that follows', async () => {
    const { polling, wearerId, listing, storedSession } = await connectedToSharing();
    await polling.choose(wearerId, 'ben');
    listing.people = async ({ number }) => {
      if (number === 1) throw new SourceError('fake', 'session-over');
      return [{ id: 'cleo', name: 'Cleo' }];
    };
    expect(await polling.people(wearerId)).toEqual([{ id: 'cleo', name: 'Cleo' }]);
    expect(JSON.parse(await storedSession())).toEqual({ number: 2, person: 'ben' });
  });

  test('fails where the connection has changed while the session was renewed, and the error says so', async () => {
    const { polling, wearerId, listing, storedSession, connect } = await connectedToSharing();
    listing.people = async (_session, { keep }) => {
      await connect();
      await keep({ number: 7 });
      return [ben];
    };
    await expect(polling.people(wearerId)).rejects.toMatchObject({
      source: 'fake',
      errorCode: 'unreachable',
      cause: 'changed meanwhile',
    });
    expect(await storedSession()).toBe('{"number":2}');
  });

  test('stores the second of two renewed sessions also when the wearer disconnects between them', async () => {
    const { polling, wearerId, listing, storedSession } = await connectedToSharing();
    listing.people = async (_session, { keep }) => {
      await keep({ number: 7 });
      await polling.disconnect(wearerId, { clearCredentials: false });
      await keep({ number: 8 });
      return [ben];
    };
    await expect(polling.people(wearerId)).rejects.toMatchObject({ cause: 'changed meanwhile' });
    expect(await storedSession()).toBe('{"number":8}');
  });

  test('[SRC-2] reports a database that does not work as that, not as a vendor that is too slow', async () => {
    const store = await inMemory();
    let isBroken = false;
    const tried = Promise.withResolvers<void>();
    const connections: typeof store.connections = {
      ...store.connections,
      async replaceSession(...args) {
        if (!isBroken) return store.connections.replaceSession(...args);
        tried.resolve();
        throw new StoreUnavailable('unreachable');
      },
    };
    const broken = { ...store, connections };
    const { polling, wearerId } = await connectedToSharing(async (_session, { keep }) => {
      await keep({ number: 7 });
      return [ben];
    }, broken);
    isBroken = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const listing = polling.people(wearerId).catch((error: unknown) => error);
    await tried.promise;
    await new Promise(setImmediate);
    vi.advanceTimersByTime(9 * SECOND);
    isBroken = false;
    expect(await listing).toBeInstanceOf(StoreUnavailable);
  });
});
