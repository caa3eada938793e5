import { describe, expect, test } from 'vitest';
import { activeFor, alarmsOn, readingsCome, watched } from '../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../test/alarms/deliveries-on.ts';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';

const MINUTE = 60_000;

describe('missing data', () => {
  eachEngine((open) => {
    test('[ALM-41] [ALM-1] ring four times, and with the last comes one email', async () => {
      const { api, wearerId, alarms } = await watched(await open());
      await readingsCome(api, alarms, wearerId, [100]);
      await api.dependencies.store.outbox.removeTo('ada@example.org');
      for (let minute = 0; minute < 240; minute += 1) {
        api.clock.at += MINUTE;
        await alarms.evaluateDueNow();
      }
      const mails = await api.queuedMails();
      expect(mails.map(({ subject, recipient }) => `${recipient}: ${subject}`)).toEqual([
        'ada@example.org: No readings of Ada',
      ]);
      expect(mails[0]?.text).toContain('Keep the other alarms on.');
    });

    test.each([
      ['while the server runs', false],
      ['while it is stopped', true],
    ])(
      '[ALM-1] ring in time also after a clock that was two hours ahead is set right %s',
      async (_, restarts) => {
        const { api, token, wearerId, alarms: before } = await watched(await open());
        await readingsCome(api, before, wearerId, [100]);
        const readAt = api.clock.at;
        api.clock.at += 120 * MINUTE;
        await before.evaluateDueNow();
        const alarms = restarts ? alarmsOn(api) : before;
        for (let minute = 1; minute <= 30; minute += 1) {
          api.clock.at = readAt + minute * MINUTE;
          await alarms.evaluateDueNow();
        }
        expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'no-data' }]);
      },
    );

    test('[ALM-46] of a vendor’s outage are spread over five minutes, and say whose fault it is', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      await addChannel(api, token, 'ntfy');
      const alarms = alarmsOn(api, { isVendor: (source) => source === connected(wearerId).source });
      const { deliveries, test: channels } = deliveriesOn(api);
      await readingsCome(api, alarms, wearerId, [100]);
      const outage = connected(wearerId, { state: 'error', errorCode: 'unreachable' });
      await store.connections.save(outage, api.clock.at);
      const rangAfter = async () => {
        for (let second = 0; ; second += 10) {
          await alarms.evaluateDueNow();
          if ((await activeFor(api, { token })).alarms.length > 0) return second;
          api.clock.at += 10_000;
        }
      };
      const seconds = await rangAfter();
      expect(seconds).toBeGreaterThan(20 * 60);
      expect(seconds).toBeLessThanOrEqual(25 * 60);
      await deliveries.deliverDueNow();
      expect(channels.sent[0]?.message).toMatchObject({ title: 'Ada: no data' });
      expect(channels.sent[0]?.message.text).toMatch(/^Last reading 100 →, \d+ min ago\. Dexcom /);
    });

    test('[ALM-46] of a wearer’s own site ring at once', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      const alarms = alarmsOn(api, { isVendor: () => false });
      await readingsCome(api, alarms, wearerId, [100]);
      const outage = connected(wearerId, { state: 'error', errorCode: 'unreachable' });
      await store.connections.save(outage, api.clock.at);
      api.clock.at += 15 * MINUTE;
      await alarms.evaluateDueNow();
      api.clock.at += 5 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'no-data' }]);
    });
  });
});
