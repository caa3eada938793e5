import { describe, expect, test } from 'vitest';
import { watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { eachEngine } from '../../../test/engines.ts';
import { personOf } from '../../../test/followers/family.ts';
import { alarmMails } from '../../mail/alarm-templates.ts';
import { openSilentChannels } from './silent-channels.ts';

const DAY = 24 * 3_600_000;

describe('channels that no message has reached for a week', () => {
  eachEngine((open) => {
    test('[ALM-29] [ALM-41] are the matter of one email, until one is reached again', async () => {
      const store = await open();
      const { api, token } = await watched(store);
      const id = await addChannel(api, token, 'ntfy');
      await addChannel(api, token, 'ntfy', { index: 2 });
      // Nobody’s alarms concern this account.
      const other = await personOf(api, 'Other');
      await addChannel(api, other.token, 'ntfy', { index: 1 });
      const { deliveries } = deliveriesOn(api);
      const fail = (line: object) => expect.fail(JSON.stringify(line));
      const log = { error: fail, warn: fail, info: fail };
      const dependencies = { store, mails: alarmMails, publicUrl: 'https://tealight.example.org', log };
      const nodes = [1, 2].map(() => openSilentChannels({ ...dependencies, now: () => api.clock.at }));
      const written = async () => {
        await Promise.all(nodes.map(({ writeDue }) => writeDue()));
        const mails = await api.queuedMails();
        return mails.filter(({ subject }) => subject === 'Do alarms still reach you?').length;
      };
      api.clock.at += 6 * DAY;
      expect(await written()).toBe(0);
      api.clock.at += 2 * DAY;
      expect(await written()).toBe(1);
      api.clock.at += 8 * DAY;
      expect(await written()).toBe(1);
      const [channel] = await store.alarmChannels.of([1]);
      if (channel !== undefined) await deliveries.test(channel);
      expect(channel?.id).toBe(id);
      expect(await written()).toBe(1);
      api.clock.at += 8 * DAY;
      expect(await written()).toBe(2);
      for (const node of nodes) node[Symbol.dispose]();
    });
  });
});
