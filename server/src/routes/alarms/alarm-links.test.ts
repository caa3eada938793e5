import { actOnAlarm, alarmChannels, alarmShown, type ReplyOf } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { activeFor, historyFor, readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { tokens } from '../../../test/alarms/test-delivery.ts';
import { eachEngine } from '../../../test/engines.ts';
import { personOf } from '../../../test/followers/family.ts';
import type { Store } from '../../store/store.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** The token of the notification of an urgent low, as the recipient's phone has it. */
async function notified(store: Store) {
  const at = await watched(store);
  await addChannel(at.api, at.token, 'web-push', { index: 1 });
  const { deliveries, test } = deliveriesOn(at.api);
  await readingsCome(at.api, at.alarms, at.wearerId, [50]);
  await deliveries.deliverDueNow();
  return { ...at, deliveries, link: test.sent[0]?.message.token ?? '' };
}

describe('the buttons of a notification', () => {
  eachEngine((open) => {
    test.each([
      ['seen', 15],
      ['snooze', 30],
    ] as const)('[ALM-35] %s works without a session, for everybody', async (action, minutes) => {
      const { api, token, link } = await notified(await open());
      expect((await api.send(actOnAlarm, { body: { token: link, action } })).statusCode).toBe(200);
      const { alarms, snoozes } = await activeFor(api, { token });
      expect(alarms).toMatchObject([{ seen: { by: 'Ada' } }]);
      expect(snoozes).toMatchObject([
        { kind: 'urgent-low', by: 'Ada', until: new Date(api.clock.at + minutes * MINUTE).toISOString() },
      ]);
    });

    test('[ALM-35] expire after two hours, and are of use for nothing else', async () => {
      const { api, link } = await notified(await open());
      const act = (token: string) => api.send(actOnAlarm, { body: { token, action: 'seen' } });
      const changed = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
      for (const token of [changed, 'd1', 'nothing', tokens.make({ delivery: 99_999 })])
        expect((await act(token)).json()).toMatchObject({
          status: 410,
          type: 'urn:tealight:problem:link-expired',
        });
      const test = tokens.make({ testOf: 1, sentAt: api.clock.at });
      expect((await act(test)).json()).toMatchObject({ type: 'urn:tealight:problem:link-expired' });
      expect((await api.send(alarmChannels, { token: link })).statusCode).toBe(401);
      api.clock.at += 2 * HOUR;
      expect((await act(link)).json()).toMatchObject({ type: 'urn:tealight:problem:link-expired' });
    });

    test.each(['seen', 'snooze'] as const)(
      '[ALM-14] [ALM-20] %s of an old message about a low silences no urgent low that has come since',
      async (action) => {
        const { api, token, wearerId, alarms } = await watched(await open());
        await addChannel(api, token, 'ntfy');
        const { deliveries, test: channels } = deliveriesOn(api);
        await readingsCome(api, alarms, wearerId, [68]);
        await deliveries.deliverDueNow();
        const link = channels.sent[0]?.message.token;
        api.clock.at += 5 * MINUTE;
        await readingsCome(api, alarms, wearerId, [50]);
        expect((await api.send(actOnAlarm, { body: { token: link, action } })).statusCode).toBe(200);
        await alarms.evaluateDueNow();
        const active = await activeFor(api, { token });
        expect(active.snoozes).toMatchObject([{ kind: 'low' }]);
        expect(active.alarms).toMatchObject([{ kind: 'urgent-low', isRinging: true, seen: null }]);
      },
    );

    test('[ALM-35] say so when the alarm is over', async () => {
      const { api, alarms, wearerId, link } = await notified(await open());
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      const answer = await api.send(actOnAlarm, { body: { token: link, action: 'seen' } });
      expect(answer.json()).toMatchObject({ type: 'urn:tealight:problem:no-such-alarm' });
    });

    test('[ALM-22] of somebody who may not act silence the alarm for that person alone', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const gran = await personOf(api, 'Gran');
      const follow = { role: 'follower', rights: ['see-now', 'get-alarms'] } as const;
      await store.follows.save(wearerId, gran.accountId, follow, 0);
      await addChannel(api, gran.token, 'web-push', { index: 2 });
      const { deliveries, test: channels } = deliveriesOn(api);
      await readingsCome(api, alarms, wearerId, [50]);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [49]);
      await deliveries.deliverDueNow();
      const link = channels.sent[0]?.message.token;
      expect((await api.send(actOnAlarm, { body: { token: link, action: 'seen' } })).statusCode).toBe(200);
      expect((await activeFor(api, { token })).snoozes).toEqual([]);
      expect((await store.alarmSnoozes.ofWearers([wearerId]))[0]).toMatchObject({
        accountId: gran.accountId,
      });
      await store.follows.remove(wearerId, gran.accountId);
      const late = await api.send(actOnAlarm, { body: { token: link, action: 'seen' } });
      expect(late.json()).toMatchObject({ type: 'urn:tealight:problem:link-expired' });
    });

    test('[ALM-36] a browser says that it has shown the message, so that the page can say how long that took', async () => {
      const { api, token, link } = await notified(await open());
      api.clock.at += 1200;
      for (const _ of [1, 2]) {
        expect((await api.send(alarmShown, { body: { token: link } })).statusCode).toBe(200);
        api.clock.at += 5000;
      }
      const { channels } = (await api.send(alarmChannels, { token })).json<ReplyOf<typeof alarmChannels>>();
      expect(channels).toMatchObject([{ shownAfterMs: 1200 }]);
      expect(await historyFor(api, { token })).toMatchObject([
        { reached: [{ recipient: 'Ada', channel: 'web-push 1', state: 'shown', afterMs: 1200 }] },
      ]);
    });

    test('tokens are limited for each network, and other networks go on', async () => {
      const { api, link } = await notified(await open());
      const codes: number[] = [];
      for (let time = 0; time < 125; time += 1)
        codes.push((await api.send(alarmShown, { body: { token: 'd1.wrong' } })).statusCode);
      expect(codes.slice(0, 120).every((code) => code === 410)).toBe(true);
      expect(codes.at(-1)).toBe(429);
      const answer = await api.send(alarmShown, { body: { token: link }, from: '198.51.100.7' });
      expect(answer.statusCode).toBe(200);
    });
  });
});
