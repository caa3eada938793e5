import { snoozeAlarm } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { activeFor, alarmsOn, watched, withAlarms } from '../../test/alarms/alarms-on.ts';
import { openInMemory } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import { addChild } from '../../test/followers/family.ts';
import { newWearer } from '../../test/wearers.ts';

const MINUTE = 60_000;

describe('alarms on several nodes', () => {
  eachEngine((open, newLocation, engine) => {
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

    test.runIf(engine === 'PostgreSQL')(
      '[ALM-13] other nodes learn of an alarm that a node stores and then dies',
      async () => {
        const place = await newLocation('migrated');
        const [dying, other] = [await open(place), await open(place)];
        const { api, wearerId, alarms } = await watched(dying);
        await dying.readings.add([{ wearerId, takenAt: api.clock.at, mgdl: 50, trend: 'steady' }]);
        await dying.alarmWatch.makeDue([wearerId]);
        const changed: string[] = [];
        other.changes.subscribe((id, change) => change === 'alarms' && changed.push(`${id} ${change}`));
        dying.changes.publish = () => {};
        await alarms.evaluateDueNow();
        await vi.waitFor(() => expect(changed).toEqual([`${wearerId} alarms`]));
      },
    );

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
        node: 'poller',
        source: 'nightScout',
        now: api.clock.at,
        until: api.clock.at + 1000,
        latest: api.clock.at + 10_000,
        limit: 1,
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
      going.sort((one, other) => one.wearerId - other.wearerId);
      expect(going.map(({ wearerId: id, kind }) => [id, kind])).toEqual(ids.map((id) => [id, 'urgent-low']));
    });

    test('[ALM-18] a snooze that is set while an old one is being ended stays', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const snooze = () => api.send(snoozeAlarm, { token, body: { kind: 'low', minutes: 15 } });
      await store.readings.add([{ wearerId, takenAt: api.clock.at, mgdl: 110, trend: 'steady' }]);
      await snooze();
      await alarms.evaluateDueNow();
      api.clock.at += 15 * MINUTE;
      const { readings } = store.alarmInputs;
      const reading = vi.spyOn(store.alarmInputs, 'readings').mockImplementationOnce(async (...about) => {
        await snooze();
        return readings(...about);
      });
      await store.alarmWatch.makeDue([wearerId]);
      await alarms.evaluateDueNow();
      expect(reading).toHaveBeenCalled();
      expect((await activeFor(api, { token })).snoozes).toMatchObject([{ kind: 'low' }]);
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
  });
});

test('[ALM-46] while very many wearers are due, the process does other things between two batches', async () => {
  const store = await openInMemory();
  const { api, alarms } = await watched(store);
  const wearers = await Promise.all(Array.from({ length: 450 }, () => newWearer(store)));
  for (const wearerId of wearers) await store.alarmWatch.start(wearerId);
  await alarms.evaluateDueNow();
  await store.alarmWatch.makeDue(wearers);
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await alarms.evaluateDueNow();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(await store.alarmWatch.claim({ node: 'x', now: api.clock.at, leaseMs: 1, limit: 1 })).toEqual([]);
});
