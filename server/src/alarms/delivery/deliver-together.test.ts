import { expect, test } from 'vitest';
import { readingsCome, watched } from '../../../test/alarms/alarms-on.ts';
import { addChannel, deliveriesOn } from '../../../test/alarms/deliveries-on.ts';
import { encryption } from '../../../test/alarms/test-delivery.ts';
import { openInMemory } from '../../../test/api.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { SendOutcome } from '../channels/channel.ts';

test('one host that hangs leaves room for the messages to others', async () => {
  const store = await openInMemory();
  const { api, token, wearerId, alarms } = await watched(store);
  for (let index = 0; index < 3; index += 1) await addChannel(api, token, 'ntfy', { index });
  await addChannel(api, token, 'webhook');
  const { deliveries, test: channels } = deliveriesOn(api, { sendingMaxToHost: 2 });
  const hanging = Promise.withResolvers<SendOutcome>();
  channels.channels.ntfy.send = (address) => {
    channels.sent.push({ kind: 'ntfy', address, message: {} as never });
    return hanging.promise;
  };
  await readingsCome(api, alarms, wearerId, [50]);
  const delivered = deliveries.deliverDueNow();
  await expect.poll(() => channels.sent.map(({ kind }) => kind).sort()).toEqual(['ntfy', 'ntfy', 'webhook']);
  hanging.resolve({ isSent: true, receipt: null });
  await delivered;
  api.clock.at += SECOND;
  await deliveries.deliverDueNow();
  expect(channels.sent).toHaveLength(4);
});

test('a message that the store fails for leaves the others to be sent at once', async () => {
  const store = await openInMemory();
  const { api, token, wearerId, alarms } = await watched(store);
  for (let index = 0; index < 3; index += 1) await addChannel(api, token, 'ntfy', { index });
  let opened = 0;
  const { deliveries, test: channels } = deliveriesOn(api, {
    encryption: {
      ...encryption,
      decrypt: (...about) => {
        opened += 1;
        if (opened === 1) throw new Error('The database did not answer in time');
        return encryption.decrypt(...about);
      },
    },
  });
  await readingsCome(api, alarms, wearerId, [50]);
  await expect(deliveries.deliverDueNow()).rejects.toThrow('did not answer');
  await expect.poll(() => channels.sent).toHaveLength(2);
  api.clock.at += 20 * SECOND;
  await deliveries.deliverDueNow();
  expect(channels.sent).toHaveLength(3);
});

test('[OPS-3] a message that fails unexpectedly is one log line, however often it is tried while others are sent', async () => {
  const store = await openInMemory();
  const { api, token, wearerId, alarms } = await watched(store);
  for (let index = 0; index < 2; index += 1) await addChannel(api, token, 'ntfy', { index });
  const lines: object[] = [];
  const write = (line: object) => void lines.push(line);
  const log = { debug() {}, info: write, warn: write, error: write };
  const { deliveries, test: channels } = deliveriesOn(api, { log });
  const { send } = channels.channels.ntfy;
  let isBroken = true;
  channels.channels.ntfy.send = async (address, message) => {
    if (isBroken && address.topic === 'topic-0') throw new Error('a bug');
    return send(address, message);
  };
  const deliverFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 10) {
      if (second % 60 === 0) await readingsCome(api, alarms, wearerId, [50 - second / 60]);
      await deliveries.deliverDueNow();
      api.clock.at += 10 * SECOND;
    }
  };
  await deliverFor(240);
  expect(lines).toMatchObject([{ event: 'alarm-not-delivered' }]);
  isBroken = false;
  await deliverFor(60);
  expect(lines.slice(1)).toEqual([{ event: 'recovered', from: 'alarm-not-delivered' }]);
});
