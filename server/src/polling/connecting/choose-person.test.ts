import type { Change } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { encryption, pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { ada, ben, connectedToSharing, selectionFrom } from '../../../test/polling/sharing.ts';
import { everyFive, NOON, readingAt, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

describe('[SRC-1] choosing a person', () => {
  test('begins with nothing of the person before, and ends a poll that is running', async () => {
    const { polling, wearerId, connection, clock, storedSession } = await connectedToSharing();
    clock.now += SECOND;
    expect(await connection()).toMatchObject({
      state: 'fine',
      backfillAt: null,
      lastReadingAt: NOON + 5 * MINUTE,
    });
    await polling.choose(wearerId, 'ben');
    const now = clock.now;
    expect(await connection()).toMatchObject({
      state: 'checking',
      errorCode: null,
      since: now,
      failures: 0,
      nextAt: now,
      backfillAt: now,
      pollMemory: null,
      lastReadingAt: null,
    });
    expect(await storedSession()).toBe('{"number":1,"person":"ben"}');
  });

  test('uses the session that was renewed while people were listed', async () => {
    const { polling, wearerId, storedSession } = await connectedToSharing(async (_session, { keep }) => {
      await keep({ number: 7 });
      return [ben];
    });
    await polling.choose(wearerId, 'ben');
    expect(await storedSession()).toBe('{"number":7,"person":"ben"}');
  });

  test('when connecting uses a session that is renewed before it is stored', async () => {
    const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }));
    const { store, source, polling, wearerId } = setup;
    const selection = selectionFrom({
      async people(_session, { keep, uninterrupted }) {
        await uninterrupted(() => keep({ number: 7 }));
        return [ben];
      },
    });
    Object.assign(source, selection);
    await polling.connect(wearerId, 'nightScout', { password: SECRET }, { personId: 'ben' });
    const encrypted = (await store.connections.find(wearerId))?.encryptedSession ?? '';
    const owner = { wearerId, what: 'session' } as const;
    expect(encryption.decrypt(encrypted, owner)).toBe('{"number":7,"person":"ben"}');
  });

  test('fails where nothing is connected, or nobody with that name shares', async () => {
    const { polling, wearerId, store } = await connectedToSharing();
    await expect(polling.choose(await newWearer(store), 'ben')).rejects.toMatchObject({
      source: 'poll',
      errorCode: 'person-gone',
    });
    await expect(polling.choose(wearerId, 'ada')).rejects.toMatchObject({
      source: 'fake',
      errorCode: 'person-gone',
    });
  });

  test('does not wait for the renewal of another wearer’s session', async () => {
    const { store, polling, wearerId, source, clock } = await connectedToSharing();
    const other = await newWearer(store);
    await polling.connect(other, 'nightScout', { password: SECRET });
    const started = Promise.withResolvers<void>();
    const renewal = Promise.withResolvers<void>();
    const { read } = source;
    source.read = async (session, since, context) => {
      if (session.number !== 2) return read(session, since, context);
      started.resolve();
      await context.uninterrupted(() => renewal.promise);
      return [];
    };
    clock.now += SECOND;
    await polling.startDuePolls();
    await started.promise;
    await polling.choose(wearerId, 'ben');
    renewal.resolve();
    await polling.runDuePolls();
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: null });
  });

  test('begins the readings of another person like a changed login or a new connection, which connecting again does not', async () => {
    const { store, polling, wearerId, clock, connect } = await connectedToSharing();
    const on = { isOn: true, rules: null, accepted: null, escalatesHighs: false };
    await store.alarmSettings.save(wearerId, on);
    const since = async () => (await store.alarmInputs.of([wearerId])).get(wearerId)?.source?.loginSince;
    clock.now += SECOND;
    await polling.reconnect(wearerId);
    expect(await since()).toBe(NOON);
    clock.now += SECOND;
    await polling.choose(wearerId, 'ben');
    expect(await since()).toBe(clock.now);
    const chosenAt = clock.now;
    clock.now += SECOND;
    await polling.reconnect(wearerId);
    expect(await since()).toBe(chosenAt);
    await polling.reconnect(wearerId, (login) => login);
    expect(await since()).toBe(clock.now);
    clock.now += SECOND;
    await connect();
    expect(await since()).toBe(clock.now);
  });

  eachEngine((open) => {
    test('[DASH-1] shows no reading of the person before as current; who is chosen again, or for the first time, keeps theirs', async () => {
      const people = async () => [ada, ben];
      const { store, vendor, polling, wearerId, clock } = await connectedToSharing(people, await open());
      const current = async () => (await store.readings.current(wearerId, 6)).map(({ mgdl }) => mgdl);
      const changed: Change[] = [];
      store.changes.subscribe((_wearerId, change) => void changed.push(change));
      const shown = await current();
      expect(shown).not.toEqual([]);
      for (const again of ['ada', 'ada']) await polling.choose(wearerId, again);
      expect(await current()).toEqual(shown);
      expect(changed).not.toContain('readings');

      await polling.choose(wearerId, 'ben');
      expect(await current()).toEqual([]);
      expect(changed).toContain('readings');
      vendor.readings = [...everyFive(NOON - HOUR, NOON), readingAt(clock.now, 177)];
      clock.now += MINUTE;
      await polling.runDuePolls();
      expect(await current()).toEqual([177]);
      await polling.reconnect(wearerId);
      expect(await current()).toEqual([177]);
    });
  });
});
