import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  connectedPolling,
  encryption,
  pollingNode,
  pollingOfOneWearer,
} from '../../../test/polling/polling.ts';
import { fakeVendor, NOON, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

async function connectedSetup() {
  const setup = await connectedPolling(await inMemory());
  const { store, wearerId, clock, polling } = setup;
  const connection = async () => store.connections.find(wearerId);
  const storedSession = async () => {
    const encrypted = (await connection())?.encryptedSession ?? '';
    return encryption.decrypt(encrypted, { wearerId, what: 'session' });
  };
  const pollWhenDue = async () => {
    clock.now = (await connection())?.nextAt ?? 0;
    await polling.runDuePolls();
  };
  return { ...setup, connection, storedSession, pollWhenDue };
}

describe('a sign-in', () => {
  test('gets the session that it replaces, except where the login is new or changed', async () => {
    const setup = await pollingOfOneWearer(await inMemory());
    const { source, polling, wearerId, vendor, clock } = setup;
    const replaced: unknown[] = [];
    const { connect } = source;
    source.connect = (login, context, before) => {
      replaced.push(before);
      return connect(login, context, before);
    };
    await setup.connect();
    vendor.firstValidSession = 2;
    await polling.runDuePolls();
    await polling.reconnect(wearerId);
    await polling.reconnect(wearerId, (login) => login);
    clock.now += MINUTE;
    await setup.connect();
    expect(replaced).toEqual([undefined, { number: 1 }, { number: 2 }, undefined, undefined]);
  });

  test('calls the vendor as its source may, by the clock of the node, and so does every poll', async () => {
    const store = await inMemory();
    const clock = { now: NOON };
    const { vendor, source } = fakeVendor(clock);
    const calls: string[] = [];
    const { polling } = pollingNode(store, clock, source, {
      fetchFor: (name: string) => async () => void calls.push(name),
    });
    const { connect, read } = source;
    const times: number[] = [];
    source.connect = async (login, context) => {
      await context.fetch('https://vendor.example/sign-in');
      times.push(context.now());
      return connect(login, context);
    };
    source.read = (session, since, context) => {
      times.push(context.now());
      return read(session, since, context);
    };
    await polling.connect(await newWearer(store), 'dexcom', { password: SECRET });
    clock.now += SECOND;
    vendor.firstValidSession = 2;
    await polling.runDuePolls();
    expect(calls).toEqual(['dexcom', 'dexcom', 'dexcom', 'dexcom']);
    expect(times).toEqual([NOON, NOON + SECOND, NOON + SECOND, NOON + SECOND]);
  });

  test('stores its session, which the next polls use', async () => {
    const { vendor, storedSession, pollWhenDue } = await connectedSetup();
    expect(await storedSession()).toBe('{"number":1}');
    vendor.firstValidSession = 2;
    await pollWhenDue();
    expect(await storedSession()).toBe('{"number":2}');
    await pollWhenDue();
    expect(vendor.signIns).toHaveLength(2);
  });

  test('is followed by no other when the poll after it fails', async () => {
    const { vendor, pollWhenDue, polling, wearerId } = await connectedSetup();
    vendor.firstValidSession = 2;
    let reads = 0;
    vendor.duringRead = async () => {
      reads += 1;
      vendor.readError = reads === 2 ? 'unreachable' : null;
    };
    await pollWhenDue();
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreachable' });
    await pollWhenDue();
    expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
    expect(vendor.signIns).toHaveLength(2);
  });

  test('follows the end of a session only, no other error', async () => {
    const { vendor, pollWhenDue } = await connectedSetup();
    vendor.readError = 'wrong-login';
    for (let time = 0; time < 3; time += 1) await pollWhenDue();
    expect(vendor.signIns).toHaveLength(1);
  });

  test.each(['during the sign-in', 'in the poll after it'])(
    'a bug in Tealight %s is logged, and shown as an unreadable answer',
    async (when) => {
      const { vendor, source, pollWhenDue, polling, wearerId, log } = await connectedSetup();
      vendor.firstValidSession = 2;
      const { connect } = source;
      const bug = new TypeError('cannot read this');
      source.connect = async (...args) => {
        if (when === 'during the sign-in') throw bug;
        vendor.readError = bug;
        return connect(...args);
      };
      await pollWhenDue();
      expect(log[0]).toMatchObject({ event: 'source-bug', err: bug });
      expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreadable' });
    },
  );

  test.each(['of a wearer who connects', 'of a wearer whose session has ended'])(
    '[CON-6] %s ends after nine seconds without an answer, and nothing is stored',
    async (whose) => {
      const { source, vendor, clock, polling, wearerId, storedSession, connection } = await connectedSetup();
      const started = Promise.withResolvers<AbortSignal>();
      source.connect = (_login, { signal }) => {
        started.resolve(signal);
        return new Promise(() => {});
      };
      vendor.firstValidSession = 2;
      clock.now = (await connection())?.nextAt ?? 0;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const isConnecting = whose === 'of a wearer who connects';
      const signIn = isConnecting
        ? polling.reconnect(wearerId).catch((error) => error)
        : polling.runDuePolls();
      const signal = await started.promise;
      vi.advanceTimersByTime(9 * SECOND - 1);
      expect(signal.aborted).toBe(false);
      vi.advanceTimersByTime(1);
      expect(signal.aborted).toBe(true);
      const result = await signIn;
      if (isConnecting) expect(result).toMatchObject({ errorCode: 'unreachable', cause: 'too slow' });
      else expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreachable' });
      expect(await storedSession()).toBe('{"number":1}');
    },
  );

  test('[CON-4] ends at once when the wearer disconnects, and its session is not stored', async () => {
    const { source, vendor, clock, polling, wearerId, storedSession, connection, log } =
      await connectedSetup();
    const started = Promise.withResolvers<AbortSignal>();
    source.connect = (_login, { signal }) => {
      started.resolve(signal);
      return new Promise(() => {});
    };
    vendor.firstValidSession = 2;
    clock.now = (await connection())?.nextAt ?? 0;
    const polls = polling.runDuePolls();
    const signal = await started.promise;
    await polling.disconnect(wearerId, { clearCredentials: false });
    await polls;
    expect(signal.aborted).toBe(true);
    expect([(await connection())?.state, await storedSession()]).toEqual(['off', '{"number":1}']);
    expect(log).toEqual([]);
  });
});
