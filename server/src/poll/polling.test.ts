import { SourceError } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { desk } from '../../test/polling.ts';
import { everyFive, NOON, readingAt, SECRET } from '../../test/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';

describe('polling', () => {
  eachEngine((open) => {
    test('[SRC-2] the current reading comes first, then the history as far back as the source gives', async () => {
      const { vendor, live, stored, connect, polling, wearerId, clock } = await desk(await open());
      vendor.readings = everyFive(NOON - 30 * DAY, NOON);
      await connect();
      await polling.turn();
      expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood', state: 'fine' });
      expect((await stored()).length).toBeLessThan(50);
      await live(clock.now + MINUTE);
      expect(await stored()).toEqual(vendor.readings.map(({ takenAt }) => takenAt));
    });

    test('[SRC-2] after an outage of hours nothing is missing and nothing is there twice', async () => {
      const { vendor, live, stored, connect, clock } = await desk(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON + 6 * HOUR);
      await connect();
      await live(NOON + MINUTE);
      vendor.mood = 'unreachable';
      await live(NOON + 2 * HOUR);
      vendor.mood = null;
      await live(NOON + 2 * HOUR + 20 * MINUTE);
      const until = clock.now - vendor.delayMs - MINUTE;
      const shown = vendor.readings.map(({ takenAt }) => takenAt).filter((takenAt) => takenAt <= until);
      expect((await stored()).filter((takenAt) => takenAt <= until)).toEqual(shown);
    });

    test('[CON-8] another source replaces the one before; the history stays', async () => {
      const { vendor, live, stored, connect, polling, wearerId } = await desk(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      await live(NOON + MINUTE);
      vendor.readings = everyFive(NOON + 5 * MINUTE, NOON + HOUR);
      await polling.connect(wearerId, 'dexcom', { password: SECRET });
      await live(NOON + 30 * MINUTE);
      expect(await polling.status(wearerId)).toMatchObject({ connectionType: 'dexcom', status: 'allGood' });
      expect((await stored())[0]).toBe(NOON - HOUR);
      expect((await stored()).at(-1)).toBe(NOON + 25 * MINUTE);
    });

    test('[CON-4] with clearCredentials nothing is left, and nobody asks any more', async () => {
      const store = await open();
      const { vendor, live, stored, connect, polling, wearerId } = await desk(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      await live(NOON + MINUTE);
      await polling.disconnect(wearerId, { clearCredentials: true });
      const asked = vendor.reads.length;
      expect(await store.connections.find(wearerId)).toBeNull();
      expect(await polling.reconnect(wearerId)).toBe(false);
      await polling.turn();
      expect(vendor.reads.length).toBe(asked);
      expect(await polling.status(wearerId)).toMatchObject({
        status: 'noConnectionSetup',
        connectionType: 'none',
      });
      expect(await stored()).toHaveLength(12);
    });

    test('[CON-4] without clearCredentials connecting again needs no typing', async () => {
      const { vendor, live, connect, polling, wearerId } = await desk(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
      await connect();
      await polling.disconnect(wearerId, { clearCredentials: false });
      expect(await polling.status(wearerId)).toMatchObject({ status: 'noConnectionSetup' });
      const asked = vendor.reads.length;
      await polling.turn();
      expect(vendor.reads.length).toBe(asked);
      expect(await polling.reconnect(wearerId)).toBe(true);
      await live(NOON + MINUTE);
      expect(await polling.status(wearerId)).toMatchObject({
        status: 'allGood',
        connectionType: 'nightScout',
      });
    });

    test('[SRC-4] login and session are stored sealed, and what was renewed too', async () => {
      const store = await open();
      const { vendor, live, connect, wearerId, log } = await desk(store);
      vendor.renews = true;
      await connect();
      const first = await store.connections.find(wearerId);
      vendor.mood = 'unreadable';
      await live(NOON + MINUTE);
      vendor.mood = null;
      await live(NOON + 10 * MINUTE);
      const later = await store.connections.find(wearerId);
      expect(later?.sealedSession).not.toBe(first?.sealedSession);
      expect(JSON.stringify([first, later, log])).not.toMatch(/correct|horse|password|number/);
    });

    test('[CON-6] a login that no account of the source can have is refused by name', async () => {
      const { polling, wearerId, vendor, store } = await desk(await open());
      const given = polling.connect(wearerId, 'nightScout', { password: null });
      await expect(given).rejects.toMatchObject({ name: 'SourceError', trouble: 'wrong-login' });
      expect(vendor.signIns).toEqual([]);
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('[CON-6] a login that the source refuses is told, and nothing is saved', async () => {
      const store = await open();
      const { polling, wearerId, connect, vendor } = await desk(store);
      const refused = polling.connect(wearerId, 'nightScout', { password: 'wrong' });
      await expect(refused).rejects.toEqual(new SourceError('fake', 'wrong-login'));
      vendor.signInMood = 'unreachable';
      await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' });
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('whoever listens hears of new readings and of a changed connection, and of nothing else', async () => {
      const store = await open();
      const { vendor, live, connect, wearerId } = await desk(store, { historyMs: DAY });
      vendor.readings = [readingAt(NOON - MINUTE)];
      const heard: string[] = [];
      store.changes.listen((who, change) => void (who === wearerId && heard.push(change)));
      await connect();
      await live(NOON + SECOND);
      expect(heard).toEqual(['connection', 'readings', 'connection']);
      await live(NOON + 10 * MINUTE);
      expect(heard).toHaveLength(3);
    });
  });
});
