import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';

describe('connections', () => {
  eachEngine((open, newPlace, engine) => {
    test('a connection is found as it was saved', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      expect(await store.connections.find(wearerId)).toMatchObject(connected(wearerId));
    });

    test('nobody is connected before they connect', async () => {
      const store = await open();
      expect(await store.connections.find(await newWearer(store))).toBeNull();
    });

    test('[CON-8] connecting another source replaces the one before', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId, { lastReadingAt: 900, rhythm: '{}' }), 1000);
      await store.connections.save(connected(wearerId, { source: 'dexcom' }), 2000);
      expect(await store.connections.find(wearerId)).toMatchObject(connected(wearerId, { source: 'dexcom' }));
    });

    test('[CON-4] erasing takes login and session along, switching off keeps them', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      await store.connections.switchOff(wearerId, 2000);
      expect(await store.connections.find(wearerId)).toMatchObject({
        state: 'off',
        sealedLogin: 'sealed login',
        nextAt: null,
      });
      await store.connections.erase(wearerId);
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('a renewed session is kept only over the one it was renewed from', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      const revision = (await store.connections.find(wearerId))?.revision ?? 0;
      expect(await store.connections.keepSession(wearerId, revision, 'renewed')).toBe(revision + 1);
      expect(await store.connections.keepSession(wearerId, revision, 'late')).toBeNull();
      expect(await store.connections.find(wearerId)).toMatchObject({ sealedSession: 'renewed' });
    });

    test('a session of an erased connection is never kept for its successor', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      const before = (await store.connections.find(wearerId))?.revision ?? 0;
      await store.connections.erase(wearerId);
      await store.connections.save(connected(wearerId, { sealedSession: 'of the new login' }), 2000);
      expect(await store.connections.keepSession(wearerId, before, 'of the old login')).toBeNull();
    });

    test.runIf(engine === 'SQLite')('[CON-4] erased credentials are gone from the file', async () => {
      const place = await newPlace();
      const store = await open(place);
      const wearerId = await newWearer(store);
      const sealedLogin = 'a-sealed-login-nobody-else-has';
      await store.connections.save(connected(wearerId, { sealedLogin }), 1000);
      await store.connections.erase(wearerId);
      await store[Symbol.asyncDispose]();
      expect((await readFile(place.file)).includes(sealedLogin)).toBe(false);
    });
  });
});
