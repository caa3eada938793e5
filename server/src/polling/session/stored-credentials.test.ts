import { expect, test } from 'vitest';
import {
  connectedPolling,
  connectedWithCode,
  encryption,
  makeDue,
  pollingNode,
} from '../../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { encryptionWith } from '../../encryption/cipher.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { NewConnection } from '../../store/connections/connections.ts';
import { openStore, type Store } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });
const otherKey = encryptionWith(['a key that this server no longer has']);

type Stored = { wearerId: number; what: 'login' | 'session' };

/** Stores another encrypted login or session; returns the one that it replaces. */
async function replaceEncrypted(store: Store, { wearerId, what }: Stored, to: string): Promise<string> {
  const connection = await store.connections.find(wearerId);
  const from = (what === 'login' ? connection?.encryptedLogin : connection?.encryptedSession) ?? '';
  await store.connections.replaceEncrypted(wearerId, what, { from, to });
  return from;
}

const encryptedOfOtherVersion = (wearerId: number) =>
  encryption.encrypt('{"token":"of an older version"}', { wearerId, what: 'session' });

test('a stored session that this version cannot use is replaced by a sign-in that gets no session', async () => {
  const { store, wearerId, source, vendor, clock, polling } = await connectedPolling(await inMemory());
  await replaceEncrypted(store, { wearerId, what: 'session' }, encryptedOfOtherVersion(wearerId));
  const replaced: unknown[] = [];
  const { connect } = source;
  source.connect = (login, context, before) => {
    replaced.push(before);
    return connect(login, context);
  };
  await makeDue(store, wearerId, clock.now);
  await polling.runDuePolls();
  expect(replaced).toEqual([undefined]);
  expect(vendor.signIns).toHaveLength(2);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
});

test('a connection without a session is signed in', async () => {
  const { store, wearerId, clock, vendor, polling } = await connectedPolling(await inMemory());
  const { revision, ...connection } = (await store.connections.find(wearerId)) ?? { revision: 0 };
  await store.connections.replace(
    { ...(connection as NewConnection), encryptedSession: null as never, nextAt: clock.now },
    { revision, isSameLogin: true },
    clock.now,
  );
  await polling.runDuePolls();
  expect(vendor.signIns).toHaveLength(2);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
});

test('a stored session that this version cannot use ends the connection where no login is stored, and the log says why', async () => {
  const { store, vendor, polling, wearerId, log } = await connectedWithCode();
  await replaceEncrypted(store, { wearerId, what: 'session' }, encryptedOfOtherVersion(wearerId));
  await polling.runDuePolls();
  expect([vendor.signIns.length, vendor.reads.length]).toEqual([1, 0]);
  expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'session-over', nextTryAt: null });
  expect(log).toMatchObject([
    { event: 'source-failed', errorCode: 'session-over', cause: 'no valid session' },
  ]);
});

test('[SRC-4] a login that no key decrypts is shown when its session ends, without a sign-in, and is used once the key is restored', async () => {
  const setup = await connectedPolling(await inMemory());
  const { store, wearerId, vendor, polling, clock, log } = setup;
  const pollUntil = async (until: number) => {
    for (; clock.now < until; clock.now += 20 * SECOND) await polling.runDuePolls();
  };
  const owner = { wearerId, what: 'login' } as const;
  const login = await replaceEncrypted(store, owner, otherKey.encrypt('{}', owner));
  vendor.firstValidSession = 2;
  await pollUntil(NOON + 3 * HOUR);
  expect(vendor.signIns).toHaveLength(1);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'error' });
  const keyLost = { event: 'source-failed', errorCode: 'key-lost', cause: expect.stringMatching(/^no key /) };
  expect(log).toMatchObject([keyLost]);
  await replaceEncrypted(store, owner, login);
  await pollUntil(NOON + 3 * HOUR + 16 * MINUTE);
  expect(vendor.signIns).toHaveLength(2);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
});

test('[SRC-4] a stored sign-in that no key decrypts delays the polls of others by five seconds once, not longer', async () => {
  const store = await inMemory();
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
  const { polling } = pollingNode(store, clock, source);
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  const connect = async () => {
    const wearerId = await newWearer(store);
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
    return wearerId;
  };
  const [damaged, healthy] = [await connect(), await connect()];
  await polling.runDuePolls();
  const owner = { wearerId: damaged, what: 'session' } as const;
  await replaceEncrypted(store, owner, otherKey.encrypt('{}', owner));
  const reads = vendor.reads.length;
  await makeDue(store, damaged, clock.now);
  await polling.runDuePolls();
  await makeDue(store, healthy, clock.now);
  clock.now += 5 * SECOND - 1;
  await polling.runDuePolls();
  expect(vendor.reads.length).toBe(reads);
  clock.now += 1;
  await polling.runDuePolls();
  expect(vendor.reads.length).toBe(reads + 1);
  await makeDue(store, healthy, clock.now);
  await polling.runDuePolls();
  expect(vendor.reads.length).toBe(reads + 2);
});

test('a bug in decrypting is logged as one, and not called a lost key', async () => {
  const { store, wearerId, clock, source } = await connectedPolling(await inMemory());
  const bug = new TypeError('cannot decrypt this');
  const decrypt = () => {
    throw bug;
  };
  const node = pollingNode(store, clock, source, { encryption: { ...encryption, decrypt } });
  await makeDue(store, wearerId, clock.now);
  await node.polling.runDuePolls();
  expect(node.log[0]).toMatchObject({ event: 'source-bug', err: bug });
  expect(await node.polling.status(wearerId)).toMatchObject({ errorCode: 'unreadable' });
});
