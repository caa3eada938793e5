import { SourceError } from '@tealight/sources';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  connectedPolling,
  encryption,
  makeDue,
  pollingNode,
  pollingOfOneWearer,
} from '../../../test/polling/polling.ts';
import { everyFive, NOON } from '../../../test/polling/vendor.ts';
import { StoreUnavailable } from '../../shared/store-errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

async function connectedSetup() {
  const store = await inMemory();
  const setup = await connectedPolling(store);
  const { wearerId, clock, polling } = setup;
  const storedSession = async () => {
    const encrypted = (await store.connections.find(wearerId))?.encryptedSession ?? '';
    return encryption.decrypt(encrypted, { wearerId, what: 'session' });
  };
  const pollNow = async () => {
    await makeDue(store, wearerId, clock.now);
    await polling.runDuePolls();
  };
  return { ...setup, storedSession, pollNow };
}

describe('reading from a source', () => {
  test('gives it the times of the newest readings that are stored', async () => {
    const { source, vendor, connect, polling, clock, pollUntil, stored } = await pollingOfOneWearer(
      await inMemory(),
      { historyMs: DAY },
    );
    vendor.readings = everyFive(NOON - 3 * HOUR, NOON + HOUR);
    const known: (readonly number[] | undefined)[] = [];
    const { read } = source;
    source.read = (session, since, context) => {
      known.push(context.knownTimes);
      return read(session, since, context);
    };
    await connect();
    await polling.runDuePolls();
    const storedFirst = await stored();
    await pollUntil(clock.now + 5 * MINUTE);
    expect(known.slice(0, 2)).toEqual([[], storedFirst.slice(-20)]);
  });

  test.each([
    ['says that older ones are missing', false, true],
    ['says so only of a session that has ended then', true, false],
  ])('is repeated later for the whole history where the source %s', async (_, hasEnded, isRepeated) => {
    const { source, vendor, store, wearerId, connect, polling } = await pollingOfOneWearer(await inMemory(), {
      historyMs: DAY,
    });
    vendor.readings = everyFive(NOON - HOUR, NOON);
    const { read } = source;
    source.read = async (session, since, context) => {
      if (session.number === 1) context.incomplete();
      if (hasEnded && session.number === 1) throw new SourceError('fake', 'session-over');
      return read(session, since, context);
    };
    await connect();
    await polling.runDuePolls();
    expect((await store.connections.find(wearerId))?.backfillAt).toBe(isRepeated ? NOON + HOUR : null);
  });

  test('stores every session that the source renews meanwhile', async () => {
    const { source, pollNow, storedSession, log, stored } = await connectedSetup();
    const { read } = source;
    source.read = async (session, since, context) => {
      await context.keep({ number: session.number + 1 });
      await context.keep({ number: session.number + 2 });
      return read({ number: session.number + 2 }, since, context);
    };
    await pollNow();
    expect(await storedSession()).toBe('{"number":3}');
    await pollNow();
    expect(await storedSession()).toBe('{"number":5}');
    expect([log, (await stored()).length]).toEqual([[], 14]);
  });

  test('stores a session that is renewed again after the wearer has disconnected at another node, and then ends', async () => {
    const { source, store, clock, wearerId, pollNow, storedSession } = await connectedSetup();
    const other = pollingNode(store, clock, source).polling;
    const readOn = vi.fn();
    source.read = async (_session, _since, { keep }) => {
      await keep({ number: 2 });
      await other.disconnect(wearerId, { clearCredentials: false });
      await keep({ number: 3 });
      readOn();
      return [];
    };
    await pollNow();
    expect(await storedSession()).toBe('{"number":3}');
    expect(readOn).not.toHaveBeenCalled();
  });

  test('begins no renewal after it was given up', async () => {
    const { source, store, clock, wearerId, polling } = await connectedSetup();
    const started = Promise.withResolvers<AbortSignal>();
    const renewed = vi.fn();
    const ended = Promise.withResolvers<unknown>();
    source.read = async (_session, _since, { signal, uninterrupted }) => {
      started.resolve(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.resolve()
        .then(() => uninterrupted(renewed))
        .catch(ended.resolve);
      return [];
    };
    await makeDue(store, wearerId, clock.now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const polls = polling.runDuePolls();
    await started.promise;
    vi.advanceTimersByTime(2 * MINUTE);
    await polls;
    expect(await ended.promise).toMatchObject({ errorCode: 'unreachable', cause: 'too slow' });
    expect(renewed).not.toHaveBeenCalled();
  });

  test('that was given up stays unreachable, however its renewal ends, and the log says why', async () => {
    const { source, store, clock, wearerId, polling, log } = await connectedSetup();
    const started = Promise.withResolvers<void>();
    const renewal = Promise.withResolvers<never>();
    source.read = async (_session, _since, { uninterrupted }) => {
      const running = uninterrupted(() => renewal.promise);
      started.resolve();
      return running;
    };
    await makeDue(store, wearerId, clock.now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const polls = polling.runDuePolls();
    await started.promise;
    vi.advanceTimersByTime(2 * MINUTE);
    renewal.reject(new SourceError('fake', 'wrong-login'));
    await polls;
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreachable' });
    expect(log).toMatchObject([{ event: 'source-failed', errorCode: 'unreachable', cause: 'too slow' }]);
  });

  test('[SRC-2] that was given up waits for its renewal, but no longer than that may take to be stored', async () => {
    const { source, store, clock, wearerId, polling } = await connectedSetup();
    const started = Promise.withResolvers<void>();
    source.read = async (_session, _since, { uninterrupted }) => {
      const running = uninterrupted(() => new Promise<never>(() => {}));
      started.resolve();
      return running;
    };
    await makeDue(store, wearerId, clock.now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const polls = polling.runDuePolls();
    await started.promise;
    for (const ms of [2 * MINUTE, HOUR + 45 * SECOND - 1]) {
      vi.advanceTimersByTime(ms);
      for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
    }
    expect(polling.runningPolls()).toBe(1);
    vi.advanceTimersByTime(1);
    await polls;
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreachable' });
  });

  test('[SRC-2] gives a renewed session up that cannot be stored for more than an hour, and counts nothing against the source', async () => {
    const store = await inMemory();
    let isBroken = false;
    let tries = 0;
    let passedMs = 0;
    const connections: typeof store.connections = {
      ...store.connections,
      async replaceSession(...args) {
        if (!isBroken) return store.connections.replaceSession(...args);
        tries += 1;
        passedMs = tries === 1 ? HOUR : HOUR + 1;
        throw new StoreUnavailable('unreachable');
      },
    };
    const { vendor, clock, wearerId, polling, log } = await connectedPolling({ ...store, connections });
    await makeDue(store, wearerId, clock.now);
    const begin = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => begin + passedMs);
    onTestFinished(() => void vi.restoreAllMocks());
    vendor.renewsSession = true;
    isBroken = true;
    await polling.runDuePolls();
    expect(tries).toBe(2);
    expect(await store.connections.find(wearerId)).toMatchObject({ state: 'fine', failures: 0 });
    expect(log).toEqual([]);
    isBroken = false;
    clock.now += 20 * SECOND;
    await polling.runDuePolls();
    expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
  });
});
