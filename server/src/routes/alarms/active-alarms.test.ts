import { alarmRecipients, type OwnAlarms, type ReplyOf, saveOwnAlarms } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { activeFor, readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { eachEngine } from '../../../test/engines.ts';

const MINUTE = 60_000;
const allDay = { fromMinute: 0, untilMinute: 1439 };

describe('an alarm on a page', () => {
  eachEngine((open) => {
    /** Whether the owner's page is silent about an alarm of these readings, five minutes apart. */
    async function silence(values: readonly number[], change: Partial<OwnAlarms>) {
      const { api, token, wearerId, alarms } = await watched(await open());
      const { own } = (await api.send(alarmRecipients, { token })).json<ReplyOf<typeof alarmRecipients>>();
      expect((await api.send(saveOwnAlarms, { token, body: { ...own, ...change } })).statusCode).toBe(200);
      await readingsCome(api, alarms, wearerId, values);
      api.clock.at += 30 * MINUTE;
      // A high rings after half an hour.
      await readingsCome(api, alarms, wearerId, values);
      return (await activeFor(api, { token })).alarms.map(({ kind, isSilentForMe }) => [kind, isSilentForMe]);
    }
    const high = Array.from({ length: 6 }, () => 270);

    test('[ALM-24] of a high is silent in quiet hours, of a low it is not', async () => {
      expect(await silence(high, { quietHours: allDay })).toEqual([['high', true]]);
      expect(await silence(high, {})).toEqual([['high', false]]);
      expect(await silence([80, 66], { quietHours: allDay })).toEqual([['low', false]]);
    });

    test('[ALM-24] is silent for somebody whom only worse ones reach', async () => {
      const mildestRank = { onDuty: 1, offDuty: 1 };
      expect(await silence([80, 66], { mildestRank })).toEqual([['low', true]]);
      expect(await silence([80, 50], { mildestRank })).toEqual([['urgent-low', false]]);
    });
  });
});
