import { SourceError } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, NOON, readingAt, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';

describe('polling', () => {
  eachEngine((open) => {
    test('[SRC-2] the current readings are stored first, then the whole history of the source', async () => {
      const { vendor, pollUntil, stored, connect, polling, wearerId, clock } = await pollingOfOneWearer(
        await open(),
      );
      vendor.readings = everyFive(NOON - 30 * DAY, NOON);
      await connect();
      await polling.runDuePolls();
      expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood', state: 'fine' });
      expect((await stored()).length).toBeLessThan(50);
      await pollUntil(clock.now + MINUTE);
      expect(await stored()).toEqual(vendor.readings.map(({ takenAt }) => takenAt));
    });

    test('[PPL-21] the statuses of several wearers are in their order, also of one without a connection', async () => {
      const store = await open();
      const { vendor, connect, polling, wearerId } = await pollingOfOneWearer(store);
      const other = await newWearer(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      await polling.runDuePolls();
      const [first, second] = await polling.statuses([other, wearerId]);
      expect(first).toMatchObject({ status: 'noConnectionSetup' });
      expect(second).toEqual(await polling.status(wearerId));
      expect(await polling.statuses([])).toEqual([]);
    });

    test('[SRC-2] after an outage of hours no reading is missing and none is stored twice', async () => {
      const { vendor, pollUntil, stored, connect, clock } = await pollingOfOneWearer(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON + 6 * HOUR);
      await connect();
      await pollUntil(NOON + MINUTE);
      vendor.readError = 'unreachable';
      await pollUntil(NOON + 2 * HOUR);
      vendor.readError = null;
      await pollUntil(NOON + 2 * HOUR + 20 * MINUTE);
      const until = clock.now - vendor.delayMs - MINUTE;
      const visible = vendor.readings.map(({ takenAt }) => takenAt).filter((takenAt) => takenAt <= until);
      expect((await stored()).filter((takenAt) => takenAt <= until)).toEqual(visible);
    });

    test('[CON-8] another source replaces the previous one; the history stays', async () => {
      const { vendor, pollUntil, stored, connect, polling, wearerId } = await pollingOfOneWearer(
        await open(),
      );
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      await pollUntil(NOON + MINUTE);
      vendor.readings = everyFive(NOON + 5 * MINUTE, NOON + HOUR);
      await polling.connect(wearerId, 'dexcom', { password: SECRET });
      await pollUntil(NOON + 30 * MINUTE);
      expect(await polling.status(wearerId)).toMatchObject({ connectionType: 'dexcom', status: 'allGood' });
      expect((await stored())[0]).toBe(NOON - HOUR);
      expect((await stored()).at(-1)).toBe(NOON + 25 * MINUTE);
    });

    test('[CON-4] with clearCredentials nothing stays stored, and polling stops', async () => {
      const store = await open();
      const { vendor, pollUntil, stored, connect, polling, wearerId } = await pollingOfOneWearer(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      await pollUntil(NOON + MINUTE);
      await polling.disconnect(wearerId, { clearCredentials: true });
      const pollsBefore = vendor.reads.length;
      expect(await store.connections.find(wearerId)).toBeNull();
      expect(await polling.reconnect(wearerId)).toBe(false);
      await polling.runDuePolls();
      expect(vendor.reads.length).toBe(pollsBefore);
      expect(await polling.status(wearerId)).toMatchObject({
        status: 'noConnectionSetup',
        connectionType: 'none',
      });
      expect(await stored()).toHaveLength(12);
    });

    test('[CON-4] without clearCredentials connecting again needs no input', async () => {
      const { vendor, pollUntil, connect, polling, wearerId } = await pollingOfOneWearer(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
      await connect();
      await polling.disconnect(wearerId, { clearCredentials: false });
      expect(await polling.status(wearerId)).toMatchObject({ status: 'noConnectionSetup' });
      const pollsBefore = vendor.reads.length;
      await polling.runDuePolls();
      expect(vendor.reads.length).toBe(pollsBefore);
      expect(await polling.reconnect(wearerId)).toBe(true);
      await pollUntil(NOON + MINUTE);
      expect(await polling.status(wearerId)).toMatchObject({
        status: 'allGood',
        connectionType: 'nightScout',
      });
    });

    test('[SRC-4] login and session are stored encrypted, also when they are renewed', async () => {
      const store = await open();
      const { vendor, pollUntil, connect, wearerId, log } = await pollingOfOneWearer(store);
      vendor.renewsSession = true;
      await connect();
      const first = await store.connections.find(wearerId);
      vendor.readError = 'unreadable';
      await pollUntil(NOON + MINUTE);
      vendor.readError = null;
      await pollUntil(NOON + 10 * MINUTE);
      const later = await store.connections.find(wearerId);
      expect(later?.encryptedSession).not.toBe(first?.encryptedSession);
      expect(JSON.stringify([first, later, log])).not.toMatch(/correct|horse|password|number/);
    });

    test('[CON-6] a login that no account of the source can have is rejected as a wrong login', async () => {
      const { polling, wearerId, vendor, store } = await pollingOfOneWearer(await open());
      const connecting = polling.connect(wearerId, 'nightScout', { password: null });
      await expect(connecting).rejects.toMatchObject({ name: 'SourceError', errorCode: 'wrong-login' });
      expect(vendor.signIns).toEqual([]);
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('[CON-6] a login that the source rejects fails, and nothing is stored', async () => {
      const store = await open();
      const { polling, wearerId, connect, vendor } = await pollingOfOneWearer(store);
      const connecting = polling.connect(wearerId, 'nightScout', { password: 'wrong' });
      await expect(connecting).rejects.toEqual(new SourceError('fake', 'wrong-login'));
      vendor.signInError = 'unreachable';
      await expect(connect()).rejects.toMatchObject({ errorCode: 'unreachable' });
      expect(await store.connections.find(wearerId)).toBeNull();
    });

    test('subscribers get an event for new readings and for a changed connection, and no other', async () => {
      const store = await open();
      const { vendor, pollUntil, connect, wearerId } = await pollingOfOneWearer(store, { historyMs: DAY });
      vendor.readings = [readingAt(NOON - MINUTE)];
      const events: string[] = [];
      store.changes.subscribe((id, change) => void (id === wearerId && events.push(change)));
      await connect();
      await pollUntil(NOON + SECOND);
      expect(events).toEqual(['connection', 'readings', 'connection']);
      await pollUntil(NOON + 10 * MINUTE);
      expect(events).toHaveLength(3);
    });
  });
});
