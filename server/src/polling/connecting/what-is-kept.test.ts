import { describe, expect, test } from 'vitest';
import {
  connectedPolling,
  connectedWithCode,
  encryption,
  pollingNode,
} from '../../../test/polling/polling.ts';
import { NOON, SECRET } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

/** A wearer whose source has failed since ten minutes ago; what is stored is `before`. */
async function failingConnection() {
  const setup = await connectedPolling(await inMemory());
  const { store, wearerId, vendor, clock } = setup;
  vendor.readError = 'unreachable';
  await setup.pollUntil(NOON + 20 * MINUTE);
  clock.now += 1000;
  const stored = async () => {
    const connection = await store.connections.find(wearerId);
    if (connection === null) throw new Error('not connected');
    return connection;
  };
  return { ...setup, connection: stored, before: await stored() };
}
const started = (now: number) => ({
  state: 'checking',
  errorCode: null,
  since: now,
  failures: 0,
  nextAt: now,
});

describe('[CON-8] a new connection', () => {
  test('starts from the beginning, also where another one had failed', async () => {
    const { connect, connection, clock, before } = await failingConnection();
    expect(before).toMatchObject({ state: 'error', backfillAt: null, lastReadingAt: NOON + 5 * MINUTE });
    await connect();
    expect(await connection()).toMatchObject({
      ...started(clock.now),
      backfillAt: clock.now,
      pollMemory: null,
      lastReadingAt: null,
    });
  });

  test('to a source that this server does not have is an error that names it', async () => {
    const { polling, wearerId } = await failingConnection();
    const connecting = polling.connect(wearerId, 'a vendor', { password: SECRET });
    await expect(connecting).rejects.toThrow('No source is registered under the name a vendor');
  });

  test('is rejected before any call where its login cannot be one, and the error says why', async () => {
    const { polling, wearerId } = await failingConnection();
    const connecting = polling.connect(wearerId, 'nightScout', {});
    await expect(connecting).rejects.toMatchObject({
      source: 'fake',
      errorCode: 'wrong-login',
      cause: 'not a login of this source',
    });
  });

  test('for one person is not possible at a source where nobody shares', async () => {
    const { polling, wearerId, connection, before } = await failingConnection();
    const login = { password: SECRET };
    const connecting = polling.connect(wearerId, 'nightScout', login, { personId: 'ben' });
    await expect(connecting).rejects.toMatchObject({ source: 'fake', errorCode: 'person-gone' });
    expect(await connection()).toEqual(before);
  });
});

describe('[CON-4] connecting again', () => {
  test('keeps what was learned and the time of the last reading', async () => {
    const { polling, wearerId, connection, clock, before } = await failingConnection();
    expect(await polling.reconnect(wearerId)).toBe(true);
    expect(await connection()).toMatchObject({
      ...started(clock.now),
      backfillAt: null,
      pollMemory: before.pollMemory,
      lastReadingAt: before.lastReadingAt,
    });
  });

  test('keeps the time at which the history is read, or sets it where no reading has come yet', async () => {
    const { store, polling, wearerId, connection, clock } = await failingConnection();
    const withTimes = async (times: { backfillAt: number | null; lastReadingAt: number | null }) => {
      const { revision, encryptedSession, ...stored } = await connection();
      const changed = { ...stored, encryptedSession: encryptedSession ?? '', ...times };
      await store.connections.replace(changed, { revision, isSameLogin: true }, clock.now);
      await polling.reconnect(wearerId);
      return (await connection()).backfillAt;
    };
    expect(await withTimes({ backfillAt: NOON + HOUR, lastReadingAt: NOON })).toBe(NOON + HOUR);
    expect(await withTimes({ backfillAt: null, lastReadingAt: null })).toBe(clock.now);
  });

  test('with a session alone keeps everything but the state', async () => {
    const { store, clock, vendor, polling, wearerId } = await connectedWithCode();
    await polling.runDuePolls();
    vendor.readError = 'terms-to-accept';
    clock.now += 6 * MINUTE;
    await polling.runDuePolls();
    const before = await store.connections.find(wearerId);
    clock.now += MINUTE;
    expect(await polling.reconnect(wearerId)).toBe(true);
    const { revision } = before ?? { revision: 0 };
    expect(await store.connections.find(wearerId)).toEqual({
      ...before,
      ...started(clock.now),
      revision: revision + 1,
    });
  });

  test('is not possible where neither a login nor a session of this version is stored', async () => {
    const { store, polling, wearerId, clock } = await connectedWithCode();
    const before = await store.connections.find(wearerId);
    if (before === null) throw new Error('not connected');
    const encryptedSession = encryption.encrypt('{"token":"of an older version"}', {
      wearerId,
      what: 'session',
    });
    const { revision } = before;
    await store.connections.replace(
      { ...before, encryptedSession },
      { revision, isSameLogin: true },
      clock.now,
    );
    expect(await polling.reconnect(wearerId)).toBe(false);
  });

  test('that the wearer has meanwhile replaced or ended fails, and the error names the source and says why', async () => {
    const { source, polling, wearerId } = await failingConnection();
    const { connect } = source;
    source.connect = async (...args) => {
      await polling.disconnect(wearerId, { clearCredentials: false });
      return connect(...args);
    };
    await expect(polling.reconnect(wearerId)).rejects.toMatchObject({
      source: 'nightScout',
      errorCode: 'unreachable',
      cause: 'changed meanwhile',
    });
  });

  test('fails with the bug where decrypting has one', async () => {
    const { store, clock, source, wearerId } = await failingConnection();
    const decrypt = () => {
      throw new TypeError('cannot decrypt this');
    };
    const { polling } = pollingNode(store, clock, source, { encryption: { ...encryption, decrypt } });
    await expect(polling.reconnect(wearerId)).rejects.toThrow('cannot decrypt this');
  });
});
