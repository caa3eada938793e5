import { roleRights, seenAlarm, setOnDuty, snoozeAlarm, snoozeOwnAlarm } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { activeFor, readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { eachEngine } from '../../../test/engines.ts';
import { personOf, wearersOf } from '../../../test/followers/family.ts';
import type { Store } from '../../store/store.ts';

const MINUTE = 60_000;

/** Ada and her carer Dad, who is off duty, each with a phone. */
async function family(store: Store) {
  const { api, token, wearerId, alarms } = await watched(store);
  const dad = await personOf(api, 'Dad');
  const { given: rights } = roleRights.carer;
  await store.follows.save(wearerId, dad.accountId, { role: 'carer', rights }, api.clock.at);
  const follow = await store.follows.byAccount(wearerId, dad.accountId);
  await api.send(setOnDuty, { token, body: { id: follow?.id, onDuty: false } });
  const [wearer = ''] = await wearersOf(api, { token });
  await addChannel(api, token, 'web-push', { index: 1, name: 'Ada’s phone' });
  await addChannel(api, dad.token, 'pushover', { index: 2, name: 'Dad’s phone' });
  const { deliveries, test } = deliveriesOn(api);
  /** Lets time pass in steps of a minute with a reading every five, and says who got what in which minute. */
  const pass = async (minutes: number, mgdl: number | null) => {
    const lines: string[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      test.sent.length = 0;
      if (mgdl !== null && minute % 5 === 0) await readingsCome(api, alarms, wearerId, [mgdl]);
      else await alarms.evaluateDueNow();
      await deliveries.deliverDueNow();
      lines.push(
        ...test.sent
          .filter(({ message }) => message.loudness !== 'silent')
          .map(({ kind, message }) => `${minute} ${kind} ${message.loudness}`),
      );
      api.clock.at += MINUTE;
    }
    return lines;
  };
  return { api, token, dad, wearer, wearerId, alarms, deliveries, test, pass };
}

describe('an alarm that nobody sees', () => {
  eachEngine((open) => {
    test('[ALM-26] [ALM-25] rings those on duty at once, everybody after five minutes, and loud after ten', async () => {
      const { pass } = await family(await open());
      expect(await pass(21, 50)).toEqual([
        '0 web-push normal',
        '5 web-push normal',
        '5 pushover normal',
        '10 web-push loud',
        '10 pushover loud',
        '15 web-push normal',
        '15 pushover normal',
        '20 web-push loud',
        '20 pushover loud',
      ]);
    });

    test('[ALM-26] reaches everybody in time also where it is urgent only now and then', async () => {
      const { pass } = await family(await open());
      const lines: string[] = [];
      for (const mgdl of [50, 61, 50, 61, 50]) lines.push(...(await pass(5, mgdl)));
      const toDad = lines.filter((line) => line.includes('pushover'));
      expect(toDad[0]).toMatch(/^[05] /);
      expect(lines.slice(0, lines.indexOf(toDad[0] ?? '')).length).toBeLessThan(3);
      expect(toDad.some((line) => line.endsWith('loud'))).toBe(true);
    });

    test('[ALM-17] is not called over when its readings stop, on a locked screen either', async () => {
      const { api, token, pass, test: channels } = await family(await open());
      await addChannel(api, token, 'ntfy', { index: 3, name: 'Ada’s tablet', hidesValues: true });
      await pass(1, 50);
      const messages = async () => {
        const sent: string[] = [];
        for (let minute = 0; minute < 25; minute += 1) {
          await pass(1, null);
          sent.push(...channels.sent.map(({ kind, message }) => `${kind} ${message.title}`));
        }
        return sent;
      };
      const sent = await messages();
      expect(sent).toContain('web-push Ada: no new readings, last 50 →');
      expect(sent).toContain('ntfy Ada: no data');
      expect(sent.filter((line) => /is over/.test(line))).toEqual([]);
    });

    test('[ALM-26] of a high reaches who is off duty after an hour, where that is switched on', async () => {
      const store = await open();
      const { wearerId, pass } = await family(store);
      const settings = await store.alarmSettings.of(wearerId);
      await store.alarmSettings.save(wearerId, { ...settings, escalatesHighs: true });
      const lines = await pass(100, 300);
      expect(lines.find((line) => line.includes('pushover'))).toMatch(/^(8[5-9]|9\d) pushover normal$/);
    });

    test('[ALM-26] says who has not seen it, and for how long', async () => {
      const { pass, test: channels } = await family(await open());
      await pass(6, 50);
      const toDad = channels.sent.find(({ kind }) => kind === 'pushover');
      expect(toDad?.message).toMatchObject({
        title: 'Ada: urgent low 50 →',
        text: 'just now. Not seen for 5 min by Ada',
      });
    });

    test('[ALM-19] rings nobody any more once somebody has seen it, and says who', async () => {
      const { api, dad, wearer, pass, test: channels } = await family(await open());
      await pass(6, 50);
      const [alarm] = (await activeFor(api, dad)).alarms;
      expect(
        (await api.send(seenAlarm, { token: dad.token, wearer, body: { id: alarm?.id } })).statusCode,
      ).toBe(200);
      expect(await pass(1, null)).toEqual([]);
      expect(channels.sent.map(({ kind, message }) => `${kind} ${message.text}`)).toEqual([
        'web-push Seen by Dad. 1 min ago',
      ]);
      expect(await pass(14, 50)).toEqual([]);
    });

    test('[ALM-20] an urgent low that nobody has seen is not called seen when it becomes a low that somebody snoozed before', async () => {
      const { api, dad, wearer, wearerId, alarms, deliveries, test: channels } = await family(await open());
      const comes = async (mgdl: number) => {
        await readingsCome(api, alarms, wearerId, [mgdl]);
        await deliveries.deliverDueNow();
        api.clock.at += 5 * MINUTE;
      };
      await comes(68);
      const body = { kind: 'low', minutes: 60 };
      expect((await api.send(snoozeAlarm, { token: dad.token, wearer, body })).statusCode).toBe(200);
      api.clock.at += MINUTE;
      channels.sent.length = 0;
      for (const mgdl of [50, 62, 63, 64]) await comes(mgdl);
      const texts = channels.sent.map(({ message }) => message.text);
      expect(texts[0]).toBe('just now');
      expect(texts.filter((text) => /No longer rings/.test(text))).not.toEqual([]);
      expect(texts.filter((text) => /Seen by/.test(text))).toEqual([]);
    });

    test('[ALM-27] stops when it ends without anybody: one message without a sound replaces it', async () => {
      const { api, alarms, wearerId, deliveries, pass, test: channels } = await family(await open());
      await pass(5, 50);
      channels.sent.length = 0;
      await readingsCome(api, alarms, wearerId, [84]);
      await deliveries.deliverDueNow();
      expect(channels.sent.map(({ message }) => message)).toMatchObject([
        { title: 'Ada: back in range, 84 →', loudness: 'silent', actions: [] },
      ]);
      expect(await pass(20, 84)).toEqual([]);
    });

    test('[ALM-22] who has silenced a kind for themselves gets it without a sound', async () => {
      const { api, token, pass } = await family(await open());
      await api.send(snoozeOwnAlarm, { token, body: { kind: 'urgent-low', minutes: 60 } });
      expect(await pass(6, 50)).toEqual(['0 pushover normal', '5 pushover normal']);
    });

    test('[ALM-20] "a snoozed high hides a low": the low rings on every channel all the same', async () => {
      const { api, token, pass } = await family(await open());
      const body = { kind: 'high', minutes: 240 };
      await api.send({ method: 'POST', path: '/api/v1/Alarms/snooze' }, { token, body });
      expect(await pass(1, 50)).toEqual(['0 web-push normal']);
    });

    test('[ALM-18] "rings again after Seen": no reading makes it ring while it is snoozed', async () => {
      const { api, token, pass } = await family(await open());
      await pass(1, 68);
      const [alarm] = (await activeFor(api, { token })).alarms;
      await api.send(seenAlarm, { token, body: { id: alarm?.id } });
      expect(await pass(14, 67)).toEqual([]);
    });
  });
});
