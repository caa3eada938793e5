import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { eachEngine } from '../../../test/engines.ts';
import { newWearer } from '../../../test/wearers.ts';

describe('connections', () => {
  eachEngine((open, newLocation, engine) => {
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

    test('[CON-8] connecting another source replaces the previous one', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId, { lastReadingAt: 900, pollMemory: '{}' }), 1000);
      await store.connections.save(connected(wearerId, { source: 'dexcom' }), 2000);
      expect(await store.connections.find(wearerId)).toMatchObject(connected(wearerId, { source: 'dexcom' }));
    });

    test('[CON-4] erasing removes login and session, switching off keeps them', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      await store.connections.switchOff(wearerId, 2000);
      expect(await store.connections.find(wearerId)).toMatchObject({
        state: 'off',
        encryptedLogin: 'encrypted login',
        nextAt: null,
      });
      await store.connections.erase(wearerId);
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('[SRC-3] a poll is moved forward, never postponed, and only if one is planned', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const nextAt = async () => (await store.connections.find(wearerId))?.nextAt;
      await store.connections.save(connected(wearerId, { nextAt: 5000 }), 1000);
      expect(await store.connections.pollAt(wearerId, 'nightScout', 3000)).toBe(true);
      expect(await store.connections.pollAt(wearerId, 'nightScout', 4000)).toBe(false);
      expect(await store.connections.pollAt(wearerId, 'dexcom', 2000)).toBe(false);
      expect(await nextAt()).toBe(3000);
      await store.connections.switchOff(wearerId, 2000);
      expect(await store.connections.pollAt(wearerId, 'nightScout', 2500)).toBe(false);
      expect(await nextAt()).toBeNull();
    });

    test('a renewed session replaces only the session that it was renewed from', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      const revision = (await store.connections.find(wearerId))?.revision ?? 0;
      expect(await store.connections.replaceSession(wearerId, revision, 'renewed')).toBe(revision + 1);
      expect(await store.connections.replaceSession(wearerId, revision, 'late')).toBeNull();
      expect(await store.connections.find(wearerId)).toMatchObject({ encryptedSession: 'renewed' });
    });

    test('a session of an erased connection is never stored in its successor', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId), 1000);
      const before = (await store.connections.find(wearerId))?.revision ?? 0;
      await store.connections.erase(wearerId);
      await store.connections.save(connected(wearerId, { encryptedSession: 'of the new login' }), 2000);
      expect(await store.connections.replaceSession(wearerId, before, 'of the old login')).toBeNull();
    });

    test.runIf(engine === 'SQLite')('[CON-4] erased credentials are no longer in the file', async () => {
      const location = await newLocation();
      const store = await open(location);
      const wearerId = await newWearer(store);
      const encryptedLogin = 'a-encrypted-login-nobody-else-has';
      await store.connections.save(connected(wearerId, { encryptedLogin }), 1000);
      await store.connections.erase(wearerId);
      await store[Symbol.asyncDispose]();
      expect((await readFile(location.file)).includes(encryptedLogin)).toBe(false);
    });
  });
});
