import { alarmRecipients, type ReplyOf, saveOwnAlarms, setOnDuty } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const ROUNDS = 15;

describe('who gets the alarms of a wearer', () => {
  eachEngine((open) => {
    test('[ALM-24] of the switch and the form pressed at once, neither undoes what the other has saved', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const read = async () =>
        (await api.send(alarmRecipients, { token })).json<ReplyOf<typeof alarmRecipients>>();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { own } = await read();
        const quietHours = { fromMinute: round, untilMinute: 400 };
        const answers = await Promise.all([
          api.send(setOnDuty, { token, body: { id: 0, onDuty: round % 2 === 0 } }),
          api.send(saveOwnAlarms, { token, body: { ...own, quietHours } }),
        ]);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
        expect((await read()).own.quietHours).toEqual(quietHours);
      }
    });

    test('[ALM-25] say who wants none, and is off duty whatever the switch says', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const read = async () =>
        (await api.send(alarmRecipients, { token })).json<ReplyOf<typeof alarmRecipients>>();
      const { own, recipients } = await read();
      expect(recipients).toMatchObject([{ isOnDuty: true, wantsNone: false }]);
      const mildestRank = { onDuty: 0, offDuty: 0 };
      await api.send(saveOwnAlarms, { token, body: { ...own, mildestRank } });
      expect((await read()).recipients).toMatchObject([{ isOnDuty: false, wantsNone: true }]);
      await api.send(setOnDuty, { token, body: { id: 0, onDuty: true } });
      expect((await read()).recipients).toMatchObject([{ isOnDuty: false, wantsNone: true }]);
    });
  });
});
