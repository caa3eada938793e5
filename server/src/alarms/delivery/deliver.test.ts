import { type ChannelAddress, saveAlarmSettings } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { activeFor, alarmsOn, historyFor, readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, addressOf, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { ringing, unreachable } from '../../../test/alarms/ringing.ts';
import { eachEngine } from '../../../test/engines.ts';
import { personOf } from '../../../test/followers/family.ts';

const [SECOND, MINUTE] = [1000, 60_000];

describe('a message about an alarm', () => {
  eachEngine((open) => {
    test('[ALM-42] is handed over once by any number of nodes, and once for each decision', async () => {
      const { api, deliveries, alarms, test: channels } = await ringing(await open());
      const other = deliveriesOn(api);
      await Promise.all([deliveries.deliverDueNow(), other.deliveries.deliverDueNow()]);
      await alarmsOn(api).evaluateDueNow();
      await alarms.evaluateDueNow();
      await deliveries.deliverDueNow();
      expect([...channels.sent, ...other.test.sent]).toHaveLength(1);
    });

    test('[ALM-32] is tried again after 1, 2, 4, 8, 15 and 30 seconds, until it is out of date', async () => {
      const { api, deliveries, test: channels, channel } = await ringing(await open());
      channels.answer = unreachable;
      const tried: number[] = [];
      for (let second = 0; second < 290; second += 1) {
        channels.sent.length = 0;
        await deliveries.deliverDueNow();
        if (channels.sent.length > 0) tried.push(second);
        api.clock.at += SECOND;
      }
      expect(tried.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 30, 60, 90]);
      expect(tried.at(-1)).toBe(270);
      expect(await channel()).toMatchObject({ reachedAt: null, failure: 'unreachable' });
    });

    test('[ALM-32] waits as long as a service asks', async () => {
      const { api, deliveries, test: channels } = await ringing(await open());
      channels.answer = { isSent: false, failure: 'too-many', isFinal: false, waitMs: 40 * SECOND };
      await deliveries.deliverDueNow();
      channels.answer = { isSent: true, receipt: null };
      api.clock.at += 39 * SECOND;
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
      api.clock.at += SECOND;
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(2);
    });

    test('[ALM-32] to a channel that is gone removes it at once, and its account gets an email', async () => {
      const { api, deliveries, test: channels, channel } = await ringing(await open());
      channels.answer = { isSent: false, failure: 'gone', isFinal: true, waitMs: null };
      await deliveries.deliverDueNow();
      expect(await channel()).toBeUndefined();
      const mail = (await api.queuedMails()).at(-1);
      expect(mail?.subject).toBe('Alarms no longer reach one of your channels');
      expect(mail?.text).toContain('web-push 1');
    });

    test('[ALM-31] that waited until the next one was due is not sent any more, and the channel says so', async () => {
      const { api, token, deliveries, test: channels, channel } = await ringing(await open());
      api.clock.at += 5 * MINUTE;
      await deliveries.deliverDueNow();
      expect(channels.sent).toEqual([]);
      expect(await channel()).toMatchObject({ failure: 'out-of-time' });
      expect(await historyFor(api, { token })).toMatchObject([
        { reached: [{ recipient: 'Ada', channel: 'web-push 1', state: 'not-reached' }] },
      ]);
    });

    test('[ALM-17] that was not handed over is dropped when the alarm is over: nobody is woken for nothing', async () => {
      const { api, alarms, wearerId, deliveries, test: channels } = await ringing(await open());
      channels.answer = unreachable;
      await deliveries.deliverDueNow();
      api.clock.at += MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      channels.answer = { isSent: true, receipt: null };
      channels.sent.length = 0;
      api.clock.at += MINUTE;
      await deliveries.deliverDueNow();
      expect(channels.sent.map(({ message }) => message.title)).toEqual(['Ada: back in range, 90 →']);
    });

    test.each([
      ['how things are when it is sent, not when it was decided', 47, 'Ada: urgent low 47 →'],
      ['that a value is below what the sensor measures', 39, 'Ada: urgent low below 40 →'],
    ])('[ALM-3] says %s', async (_, mgdl, title) => {
      const { api, alarms, wearerId, deliveries, test: channels } = await ringing(await open());
      channels.answer = unreachable;
      await deliveries.deliverDueNow();
      api.clock.at += 4 * MINUTE;
      channels.answer = { isSent: true, receipt: null };
      await readingsCome(api, alarms, wearerId, [mgdl]);
      await deliveries.deliverDueNow();
      expect(channels.sent.at(-1)?.message.title).toBe(title);
    });

    test('[ALM-36] to a phone where no message replaces another is sent for rings and for the end only', async () => {
      const { api, token, wearerId, alarms } = await watched(await open());
      const address = addressOf('web-push');
      await addChannel(api, token, 'web-push', {
        address: { ...address, endpoint: 'https://web.push.apple.com/secret' } as ChannelAddress,
      });
      const { deliveries, test: channels } = deliveriesOn(api);
      for (const mgdl of [50, 49, 90]) {
        await readingsCome(api, alarms, wearerId, [mgdl]);
        await deliveries.deliverDueNow();
        api.clock.at += MINUTE;
      }
      expect(channels.sent.map(({ message }) => message.title)).toEqual([
        'Ada: urgent low 50 →',
        'Ada: back in range, 90 →',
      ]);
    });

    test('[PPL-24] never reaches somebody who no longer follows', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const dad = await personOf(api, 'Dad');
      const follow = { role: 'carer', rights: ['see-now', 'get-alarms'] } as const;
      await store.follows.save(wearerId, dad.accountId, follow, 0);
      await addChannel(api, dad.token, 'ntfy');
      await addChannel(api, token, 'ntfy', { index: 1 });
      const { deliveries, test: channels } = deliveriesOn(api);
      await readingsCome(api, alarms, wearerId, [50]);
      await store.follows.remove(wearerId, dad.accountId);
      await deliveries.deliverDueNow();
      expect(channels.sent.map(({ address }) => address)).toMatchObject([{ topic: 'topic-1' }]);
    });

    test('[ALM-37] that rings until somebody acknowledges it is silenced when the alarm is seen or over', async () => {
      const { api, alarms, wearerId, deliveries, test: channels } = await ringing(await open(), 'pushover');
      channels.answer = { isSent: true, receipt: 'r1' };
      await deliveries.deliverDueNow();
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      await deliveries.deliverDueNow();
      expect(channels.canceled).toEqual(['r1']);
    });

    test('[ALM-37] whose ringing Pushover never ends is given up when it rings no more', async () => {
      const { api, token, deliveries, test: channels } = await ringing(await open(), 'pushover');
      Object.assign(channels, { answer: { isSent: true, receipt: 'r1' }, cancels: false });
      await deliveries.deliverDueNow();
      await api.send(saveAlarmSettings, { token, body: { isOn: false } });
      const triesIn = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute += 1) {
          api.clock.at += MINUTE;
          await deliveries.deliverDueNow();
        }
        return channels.canceled.length;
      };
      const tries = await triesIn(10);
      expect(tries).toBeGreaterThan(2);
      expect(await triesIn(10)).toBe(tries);
    });

    test('[ALM-19] that somebody acknowledges a moment before it repeats does not ring again', async () => {
      const at = await ringing(await open(), 'pushover');
      const { api, token, alarms, deliveries, test: channels } = at;
      channels.answer = { isSent: true, receipt: 'r1' };
      await deliveries.deliverDueNow();
      api.clock.at += 5 * MINUTE - SECOND;
      await deliveries.deliverDueNow();
      channels.receipt = 'seen';
      api.clock.at += SECOND;
      await alarms.evaluateDueNow();
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ seen: { by: 'Ada' } }]);
    });

    test('[ALM-32] that a push service refuses for our key is tried again, and its channel says so', async () => {
      const { api, deliveries, test: channels, channel } = await ringing(await open());
      channels.answer = { isSent: false, failure: 'our-key', isFinal: false, waitMs: null };
      for (let second = 0; second < 10; second += 1) {
        await deliveries.deliverDueNow();
        api.clock.at += SECOND;
      }
      expect(channels.sent).toHaveLength(4);
      expect(await channel()).toMatchObject({ failure: 'our-key' });
    });

    test('[ALM-37] that somebody acknowledges at its service is seen for everybody', async () => {
      const at = await ringing(await open(), 'pushover');
      const { api, token, wearerId, alarms, deliveries, test: channels } = at;
      channels.answer = { isSent: true, receipt: 'r1' };
      await deliveries.deliverDueNow();
      api.clock.at += 10 * SECOND;
      await deliveries.deliverDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ seen: null }]);
      // A changed text ends no question for the receipt.
      api.clock.at += MINUTE;
      await readingsCome(api, alarms, wearerId, [49]);
      channels.receipt = 'seen';
      api.clock.at += 10 * SECOND;
      await deliveries.deliverDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ seen: { by: 'Ada' } }]);
      channels.sent.length = 0;
      for (let minute = 0; minute < 14; minute += 1) {
        api.clock.at += MINUTE;
        await alarms.evaluateDueNow();
        await deliveries.deliverDueNow();
      }
      expect(channels.sent).toEqual([]);
    });

    test('[ALM-43] is counted by channel and outcome, however often it is tried', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await addChannel(api, token, 'ntfy');
      const counted: unknown[] = [];
      const { deliveries, test: channels } = deliveriesOn(api, {
        count: (...about) => void counted.push(about),
      });
      await readingsCome(api, alarms, wearerId, [50]);
      api.clock.at += 100;
      await deliveries.deliverDueNow();
      expect(counted).toEqual([['ntfy', 'handed-over', 100]]);
      channels.answer = unreachable;
      counted.length = 0;
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [50]);
      const tryFor = async (seconds: number) => {
        for (const until = api.clock.at + seconds * SECOND; api.clock.at < until; api.clock.at += SECOND)
          await deliveries.deliverDueNow();
      };
      await tryFor(40);
      expect(counted).toEqual([['ntfy', 'unreachable', null]]);
      channels.answer = { isSent: true, receipt: null };
      await tryFor(30);
      expect(counted.slice(1)).toEqual([['ntfy', 'handed-over', expect.any(Number)]]);
      channels.answer = unreachable;
      counted.length = 0;
      api.clock.at += 4 * MINUTE;
      await readingsCome(api, alarms, wearerId, [50]);
      await tryFor(5);
      api.clock.at += 10 * MINUTE;
      await deliveries.deliverDueNow();
      expect(counted).toEqual([['ntfy', 'unreachable', null]]);
    });
  });
});
