import { alarmRecipients, type ReplyOf, saveAlarmSettings, saveOwnAlarms } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { activeFor, readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { ringing, unreachable } from '../../../test/alarms/ringing.ts';
import { encryption, tokens } from '../../../test/alarms/test-delivery.ts';
import { eachEngine } from '../../../test/engines.ts';
import { encryptionWith } from '../../encryption/cipher.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('a message that waits while readings come', () => {
  eachEngine((open) => {
    test.each(['web-push', 'ntfy', 'pushover'] as const)(
      '[ALM-32] that rings and was not handed over yet still rings after the next reading, on %s',
      async (kind) => {
        const { api, alarms, wearerId, deliveries, test: channels } = await ringing(await open(), kind);
        channels.answer = unreachable;
        await deliveries.deliverDueNow();
        api.clock.at += MINUTE;
        await readingsCome(api, alarms, wearerId, [47]);
        channels.answer = { isSent: true, receipt: null };
        channels.sent.length = 0;
        api.clock.at += MINUTE;
        await deliveries.deliverDueNow();
        expect(channels.sent.map(({ message }) => [message.title, message.loudness])).toEqual([
          ['Ada: urgent low 47 →', 'normal'],
        ]);
      },
    );

    test('[ALM-31] with a changed text does not replace a ring that the phone has not shown', async () => {
      const { api, store, alarms, wearerId, deliveries, test: channels } = await ringing(await open());
      const next = async (mgdl: number) => {
        api.clock.at += MINUTE;
        await readingsCome(api, alarms, wearerId, [mgdl]);
        await deliveries.deliverDueNow();
        return channels.sent.length;
      };
      await deliveries.deliverDueNow();
      expect(await next(49)).toBe(1);
      const subject = tokens.read(channels.sent[0]?.message.token ?? '');
      if (subject === null || !('delivery' in subject)) throw new Error('no delivery');
      await store.alarmDeliveries.shown(subject.delivery, api.clock.at);
      expect(await next(48)).toBe(2);
      expect(channels.sent[1]?.message).toMatchObject({ title: 'Ada: urgent low 48 →', loudness: 'silent' });
    });

    test('[ALM-17] about an alarm that is over does not replace the ring of the next one', async () => {
      const { api, alarms, wearerId, deliveries, test: channels } = await ringing(await open());
      await deliveries.deliverDueNow();
      channels.answer = unreachable;
      for (const mgdl of [90, 50]) {
        api.clock.at += MINUTE;
        await readingsCome(api, alarms, wearerId, [mgdl]);
        await deliveries.deliverDueNow();
      }
      channels.answer = { isSent: true, receipt: null };
      channels.sent.length = 0;
      api.clock.at += MINUTE;
      await deliveries.deliverDueNow();
      expect(channels.sent.map(({ message }) => message.title)).toEqual(['Ada: urgent low 50 →']);
    });

    test('[ALM-19] [ALM-37] that somebody acknowledged is seen, though the next one goes to others alone', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await addChannel(api, token, 'pushover');
      const { deliveries, test: channels } = deliveriesOn(api);
      channels.answer = { isSent: true, receipt: 'r1' };
      await readingsCome(api, alarms, wearerId, [65]);
      await deliveries.deliverDueNow();
      const recipients = await api.send(alarmRecipients, { token });
      const { own } = recipients.json<ReplyOf<typeof alarmRecipients>>();
      const body = { ...own, mildestRank: { onDuty: 1, offDuty: 1 } };
      expect((await api.send(saveOwnAlarms, { token, body })).statusCode).toBe(200);
      api.clock.at += 15 * MINUTE - SECOND;
      await deliveries.deliverDueNow();
      channels.receipt = 'seen';
      api.clock.at += SECOND;
      await alarms.evaluateDueNow();
      api.clock.at += 10 * SECOND;
      await deliveries.deliverDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'low', seen: { by: 'Ada' } }]);
      api.clock.at += MINUTE;
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
    });

    test('[ALM-37] whose ringing Pushover does not end is in the log, and is ended later', async () => {
      const { api, alarms, wearerId } = await ringing(await open(), 'pushover');
      const lines: unknown[] = [];
      const log = { debug() {}, info() {}, warn: (line: unknown) => void lines.push(line), error() {} };
      const { deliveries, test: channels } = deliveriesOn(api, { log });
      Object.assign(channels, { answer: { isSent: true, receipt: 'r1' }, cancels: false });
      await deliveries.deliverDueNow();
      channels.answer = { isSent: true, receipt: null };
      api.clock.at += MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      await deliveries.deliverDueNow();
      expect([channels.canceled, lines]).toEqual([['r1'], [{ event: 'alarm-receipt-not-ended' }]]);
      channels.cancels = true;
      for (let tries = 0; tries < 3; tries += 1) {
        api.clock.at += 20 * SECOND;
        await deliveries.deliverDueNow();
      }
      expect(channels.canceled).toEqual(['r1', 'r1']);
    });

    test('[ALM-19] [ALM-37] that was acknowledged silences no later ring, also where Pushover does not end it', async () => {
      const at = await ringing(await open(), 'pushover');
      const { api, alarms, deliveries, test: channels } = at;
      Object.assign(channels, { answer: { isSent: true, receipt: 'r1' }, cancels: false });
      await deliveries.deliverDueNow();
      channels.channels.pushover.receipt = async (_, receipt) => (receipt === 'r1' ? 'seen' : 'waiting');
      const sentBy = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute += 1) {
          api.clock.at += MINUTE;
          await alarms.evaluateDueNow();
          await deliveries.deliverDueNow();
        }
        return channels.sent.length;
      };
      expect(await sentBy(14)).toBe(1);
      channels.answer = { isSent: true, receipt: 'r2' };
      expect(await sentBy(2)).toBe(2);
    });

    test('[ALM-37] that rings on is silenced when alarms are switched off', async () => {
      const { api, token, deliveries, test: channels } = await ringing(await open(), 'pushover');
      channels.answer = { isSent: true, receipt: 'r1' };
      await deliveries.deliverDueNow();
      await api.send(saveAlarmSettings, { token, body: { isOn: false } });
      api.clock.at += 10 * SECOND;
      await deliveries.deliverDueNow();
      api.clock.at += MINUTE;
      await deliveries.deliverDueNow();
      expect(channels.canceled).toEqual(['r1']);
      expect(channels.sent).toHaveLength(1);
    });

    test('[ALM-42] whose receipt ends while it is asked about is not sent again', async () => {
      const at = await ringing(await open(), 'pushover');
      const { api, store, alarms, wearerId, deliveries, channelId, test: channels } = at;
      channels.answer = { isSent: true, receipt: 'r1' };
      await deliveries.deliverDueNow();
      const [episode] = await store.alarmEpisodes.openOf([wearerId]);
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<'waiting'>();
      channels.channels.pushover.receipt = () => {
        asked.resolve();
        return answer.promise;
      };
      api.clock.at += 10 * SECOND;
      const asking = deliveries.deliverDueNow();
      await asked.promise;
      await store.alarmDeliveries.endReceipts(episode?.id ?? 0, channelId, ['r1']);
      answer.resolve('waiting');
      await asking;
      api.clock.at += MINUTE;
      await readingsCome(api, alarms, wearerId, [49]);
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
    });

    test('[ALM-42] is delivered when an alarm that had ended begins again under its name', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await addChannel(api, token, 'ntfy');
      const { deliveries, test: channels } = deliveriesOn(api);
      const setAlarms = (isOn: boolean) => api.send(saveAlarmSettings, { token, body: { isOn } });
      await readingsCome(api, alarms, wearerId, [50]);
      await deliveries.deliverDueNow();
      await setAlarms(false);
      await setAlarms(true);
      api.clock.at += MINUTE;
      await alarms.evaluateDueNow();
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(2);
    });

    test('[ALM-32] is sent soon after a clock that was ahead is right again', async () => {
      const { api, store, alarms, deliveries, test: channels } = await ringing(await open());
      const claim = { node: 'ahead', now: api.clock.at + 48 * 3_600_000, leaseMs: 20_000, limit: 1 };
      expect(await store.alarmDeliveries.claim(claim)).toHaveLength(1);
      api.clock.at += MINUTE;
      await alarms.evaluateDueNow();
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
    });

    test('on one channel never waits for another whose address cannot be read', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const broken = await addChannel(api, token, 'ntfy', { index: 1 });
      const address = { kind: 'of another version' };
      await store.alarmChannels.changeAddress(
        broken,
        encryption.encrypt(JSON.stringify({ address, secrets: [] }), { accountId: 1, what: 'channel' }),
      );
      await addChannel(api, token, 'ntfy', { index: 2 });
      const { deliveries, test: channels } = deliveriesOn(api);
      await readingsCome(api, alarms, wearerId, [50]);
      await deliveries.deliverDueNow();
      expect(channels.sent).toMatchObject([{ address: { topic: 'topic-2' } }]);
    });

    test('[ALM-42] whose try fails after another node has sent it is not sent again', async () => {
      const { api, deliveries, test: channels } = await ringing(await open(), 'ntfy');
      const { deliveries: other, test: sentByOther } = deliveriesOn(api);
      const failed = Promise.withResolvers<typeof unreachable>();
      const send = vi.fn(() => failed.promise);
      channels.channels.ntfy.send = send;
      const trying = deliveries.deliverDueNow();
      await vi.waitFor(() => expect(send).toHaveBeenCalled());
      api.clock.at += 30 * SECOND;
      await other.deliverDueNow();
      failed.resolve(unreachable);
      await trying;
      api.clock.at += MINUTE;
      await other.deliverDueNow();
      expect(sentByOther.sent).toHaveLength(1);
    });

    test('[ALM-32] is sent by the next node when one that has a wrong key has claimed it', async () => {
      const { api, deliveries, test: channels, channel } = await ringing(await open(), 'ntfy');
      const wrongKey = encryptionWith(['w'.repeat(32)]);
      const { deliveries: wrong, test: sentByWrong } = deliveriesOn(api, { encryption: wrongKey });
      await wrong.deliverDueNow();
      expect([sentByWrong.sent, await channel()]).toMatchObject([[], { failure: 'refused' }]);
      api.clock.at += SECOND;
      await deliveries.deliverDueNow();
      expect(channels.sent).toHaveLength(1);
    });
  });
});
