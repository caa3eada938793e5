import { describe, expect, test } from 'vitest';
import { ringing } from '../../../test/alarms/ringing.ts';
import { eachEngine } from '../../../test/engines.ts';

describe('the link', () => {
  eachEngine((open) => {
    test('[ALM-35] of a message leads to the page of the alarm, which learns whose it is and may act', async () => {
      const { store, wearerId, deliveries, test: channels } = await ringing(await open());
      await deliveries.deliverDueNow();
      const { link, token } = channels.sent[0]?.message ?? {};
      const wearer = await store.wearers.byId(wearerId);
      expect(link).toBe(`https://tealight.example.org/alarm?wearer=${wearer?.publicId}#${token}`);
    });

    test('[ALM-35] of a test leads to a page without buttons: there is nothing to act on', async () => {
      const { store, deliveries, test: channels } = await ringing(await open());
      for (const channel of await store.alarmChannels.of([1])) await deliveries.test(channel);
      expect(channels.sent[0]?.message.link).toBe('https://tealight.example.org/alarm');
    });
  });
});
