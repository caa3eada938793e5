import { saveAlarmSettings, seenAlarm, snoozeAlarm, snoozeOwnAlarm } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { activeFor, alarmsOn, historyFor, readingsCome, withAlarms } from '../../test/alarms/alarms-on.ts';
import { apiOn } from '../../test/api.ts';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { addChild } from '../../test/followers/family.ts';
import { initialAlarmSettings } from '../store/alarms/stored-settings.ts';

const MINUTE = 60_000;

async function watched(store: Parameters<typeof apiOn>[0]) {
  const api = await apiOn(store);
  const token = await api.signedIn();
  const [wearer] = await store.visibleWearers.of(1);
  const wearerId = wearer?.id ?? 0;
  await withAlarms(api, { token }, wearerId);
  const published: string[] = [];
  store.changes.subscribe((_wearer, change) => void published.push(change));
  return { api, token, wearerId, alarms: alarmsOn(api), published };
}

describe('alarms of a wearer', () => {
  eachEngine((open) => {
    test('[ALM-10] ring once for a reading, whatever number of nodes look, and end silently', async () => {
      const store = await open();
      const { api, token, wearerId, alarms, published } = await watched(store);
      await readingsCome(api, alarms, wearerId, [73, 72, 72]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 5 * MINUTE;
      const nodes = [alarmsOn(api), alarmsOn(api), alarmsOn(api)];
      await readingsCome(
        api,
        { evaluateDueNow: async () => void (await Promise.all(nodes.map((node) => node.evaluateDueNow()))) },
        wearerId,
        [69],
      );
      await Promise.all(nodes.map((node) => node.evaluateDueNow()));
      const [alarm] = (await activeFor(api, { token })).alarms;
      expect(alarm).toMatchObject({ kind: 'low', rings: 1, value: 69, endedAt: null, seen: null });
      expect(published.filter((change) => change === 'alarms')).toHaveLength(1);
      for (const mgdl of [70, 76, 80]) {
        api.clock.at += 5 * MINUTE;
        await readingsCome(api, alarms, wearerId, [mgdl]);
      }
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      const [ended] = await historyFor(api, { token });
      expect(ended).toMatchObject({ id: alarm?.id, kind: 'low', rings: 1, value: 69 });
      expect(ended?.endedAt).not.toBeNull();
    });

    test('[ALM-15] [ALM-18] ring again until somebody presses Seen, and then not with the next reading', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [66]);
      const [first] = (await activeFor(api, { token })).alarms;
      api.clock.at += 15 * MINUTE;
      await readingsCome(api, alarms, wearerId, [66]);
      const [second] = (await activeFor(api, { token })).alarms;
      expect(second).toMatchObject({ id: first?.id, rings: 2 });
      await api.send(seenAlarm, { token, body: { id: second?.id } });
      await alarms.evaluateDueNow();
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [66]);
      const { alarms: after, snoozes } = await activeFor(api, { token });
      expect(after[0]).toMatchObject({ rings: 2, seen: { by: 'Ada' } });
      expect(snoozes).toMatchObject([{ kind: 'low', by: 'Ada', isForMeAlone: false }]);
      expect(Date.parse(snoozes[0]?.until ?? '')).toBe(api.clock.at + 10 * MINUTE);
    });

    test('[ALM-20] a snoozed high never hides a low; a snoozed low does not hide an urgent low', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const snooze = (kind: string, minutes: number) =>
        api.send(snoozeAlarm, { token, body: { kind, minutes } });
      await snooze('high', 240);
      await readingsCome(api, alarms, wearerId, [68]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'low', rings: 1 }]);
      await snooze('low', 60);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [54]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low', rings: 2 }]);
      expect((await snooze('urgent-low', 60)).statusCode).toBe(400);
    });

    test('[ALM-22] a snooze of one’s own changes nothing for others', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await api.send(snoozeOwnAlarm, { token, body: { kind: 'low', minutes: 480 } });
      await readingsCome(api, alarms, wearerId, [66]);
      const { alarms: active, snoozes } = await activeFor(api, { token });
      expect(active).toMatchObject([{ kind: 'low', rings: 1 }]);
      expect(snoozes).toMatchObject([{ kind: 'low', isForMeAlone: true }]);
    });

    test('a wearer whose node has died is evaluated by another one when the lease ends', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await store.readings.add([{ wearerId, takenAt: api.clock.at, mgdl: 50, trend: 'steady' }]);
      await store.alarmWatch.makeDue([wearerId]);
      const claim = { node: 'dead', now: api.clock.at, leaseMs: 20_000, limit: 10 };
      expect(await store.alarmWatch.claim(claim)).toHaveLength(1);
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 20_000;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low', rings: 1 }]);
    });

    test('a node that comes back after its lease was taken over changes nothing', async () => {
      const store = await open();
      const { api, wearerId } = await watched(store);
      const claim = { node: 'slow', now: api.clock.at, leaseMs: 20_000, limit: 10 };
      const [held] = await store.alarmWatch.claim(claim);
      const [taken] = await store.alarmWatch.claim({ ...claim, node: 'next', now: api.clock.at + 20_000 });
      expect([held?.wearerId, taken?.wearerId]).toEqual([wearerId, wearerId]);
      const decided = { state: '{}', nextAt: null };
      expect(held && (await store.alarmWatch.finish('slow', held, decided))).toBe(false);
      expect(taken && (await store.alarmWatch.finish('next', taken, decided))).toBe(true);
    });

    test('a reading that is stored while the wearer is evaluated is evaluated next', async () => {
      const store = await open();
      const { api, wearerId } = await watched(store);
      const claim = { node: 'one', now: api.clock.at, leaseMs: 20_000, limit: 10 };
      const [held] = await store.alarmWatch.claim(claim);
      await store.alarmWatch.makeDue([wearerId]);
      if (held) await store.alarmWatch.finish('one', held, { state: '{}', nextAt: null });
      expect(await store.alarmWatch.claim({ ...claim, node: 'other' })).toHaveLength(1);
    });

    test('a poll stores its readings and makes the wearer due in one transaction', async () => {
      const store = await open();
      const { api, wearerId, alarms, token } = await watched(store);
      await alarms.evaluateDueNow();
      const leased = await store.leases.claim({
        ...{ node: 'poller', source: 'nightScout', now: api.clock.at, until: api.clock.at + 1000 },
        ...{ latest: api.clock.at + 10_000, limit: 1 },
      });
      const readings = [{ wearerId, takenAt: api.clock.at, mgdl: 52, trend: 'steady' as const }];
      const { revision = 0 } = leased[0] ?? {};
      await store.leases.record('poller', [{ wearerId, revision, readings, state: null }]);
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low' }]);
    });

    test('[ALM-10] while nodes evaluate, snoozes and new readings fail no call and leave nobody out', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      const ids = [wearerId];
      const wearers: string[] = [];
      for (const name of ['Ben', 'Cleo', 'Dana', 'Emil']) {
        const wearer = await addChild(api, { token, email: '', password: '', accountId: 1 }, name);
        const id = (await store.visibleWearers.of(1)).find((one) => one.publicId === wearer)?.id ?? 0;
        await withAlarms(api, { token, wearer }, id);
        ids.push(id);
        wearers.push(wearer);
      }
      const logged: object[] = [];
      const log = { debug() {}, info() {}, warn() {}, error: (line: object) => void logged.push(line) };
      const nodes = [alarmsOn(api, { log }), alarmsOn(api, { log })];
      for (let round = 0; round < 8; round += 1) {
        api.clock.at += 5 * MINUTE;
        await store.readings.add(
          ids.map((id) => ({ wearerId: id, takenAt: api.clock.at, mgdl: 50, trend: 'steady' as const })),
        );
        const body = { kind: 'low', minutes: 15 };
        const answers = await Promise.all([
          store.alarmWatch.makeDue(ids.toReversed()),
          ...nodes.map((node) => node.evaluateDueNow()),
          ...wearers.map((wearer) => api.send(snoozeAlarm, { token, wearer, body })),
          store.alarmWatch.makeDue(ids),
        ]);
        for (const answer of answers) if (answer) expect(answer.statusCode).toBe(200);
        await Promise.all(nodes.map((node) => node.evaluateDueNow()));
      }
      expect(logged).toEqual([]);
      const going = await store.alarmEpisodes.openOf(ids);
      expect(going.map(({ wearerId: id, kind }) => [id, kind])).toEqual(ids.map((id) => [id, 'urgent-low']));
    });

    test('an evaluation waits for a call that has locked the wearer, and neither fails', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      const logged: object[] = [];
      const log = { debug() {}, info() {}, warn() {}, error: (line: object) => void logged.push(line) };
      const alarms = alarmsOn(api, { log });
      await store.readings.add([{ wearerId, takenAt: api.clock.at, mgdl: 50, trend: 'steady' }]);
      await store.alarmWatch.makeDue([wearerId]);
      const transactions = vi.spyOn(store, 'transaction');
      let evaluating: Promise<void> | undefined;
      await store.transaction(async (inside) => {
        await inside.wearers.lock(wearerId);
        evaluating = alarms.evaluateDueNow();
        // Time for it to come as far as it can: with less, the test would only see less.
        await new Promise((resume) => setTimeout(resume, 300));
        await inside.alarmWatch.makeDue([wearerId]);
      });
      await evaluating;
      await alarms.evaluateDueNow();
      expect(logged).toEqual([]);
      // The call's and at most one for each evaluation: none had to be repeated.
      expect(transactions.mock.calls.length).toBeLessThanOrEqual(3);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low', rings: 1 }]);
    });

    test('settings that cannot be read count as the initial ones, and silence nobody', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const { accepted } = await store.alarmSettings.of(wearerId);
      await store.alarmSettings.save(wearerId, { isOn: true, rules: '{"day":', accepted });
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low' }]);
    });

    test('[ALM-43] what was decided is counted by kind and reason, without a value or a wearer', async () => {
      const store = await open();
      const { api, wearerId } = await watched(store);
      const counted: string[] = [];
      const alarms = alarmsOn(api, { count: (kind, reason) => void counted.push(`${kind} ${reason}`) });
      await readingsCome(api, alarms, wearerId, [50]);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      expect(counted).toEqual(['urgent-low began', 'urgent-low ended']);
      expect(api.logged.join()).not.toMatch(/urgent|mgdl/);
    });

    test('[ALM-11] a source that is late by design has no alarms about glucose', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      const delayOf = () => ({ everyMs: 5 * MINUTE, visibleAfterMs: 60 * MINUTE });
      const alarms = alarmsOn(api, { delayOf });
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 84 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 2 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'no-data' }]);
    });

    test('end when they are switched off, and when the source is disconnected', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [50]);
      await store.connections.switchOff(wearerId, api.clock.at);
      await store.alarmWatch.makeDue([wearerId]);
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      await store.connections.save(connected(wearerId), api.clock.at - 60 * MINUTE);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toHaveLength(1);
      const body = { isOn: false, settings: initialAlarmSettings };
      await api.send(saveAlarmSettings, { token, body });
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [45]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
    });
  });
});
