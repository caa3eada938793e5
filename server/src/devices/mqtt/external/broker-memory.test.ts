import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { brokerUrl, onBroker } from '../../../../test/brokers.ts';
import { openBrokerLink } from './broker-connection.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MESSAGES = 3000;
const MESSAGE_BYTES = 4000;

/** Bytes in use after what is no longer needed has gone. */
async function usedBytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

onBroker(() => {
  test('[DEV-4] a connection that lasts for weeks keeps nothing of the messages that the broker has confirmed', async () => {
    await using link = openBrokerLink({
      url: brokerUrl,
      clientId: `memory-${process.pid}`,
      onConnected() {},
      onDisconnected() {},
      onMessage() {},
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    await vi.waitFor(() => expect(link.connected).toBe(true));
    const sendOne = async (text: string): Promise<void> => {
      await vi.waitFor(() => expect(link.connected).toBe(true));
      // A broker that is paused for longer than a confirmation may take is lost, and comes back.
      await link.send(`tealight-test/${process.pid}`, text).catch(() => sendOne(text));
    };
    const send = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await sendOne(String(index).padStart(MESSAGE_BYTES, 'x'));
    };
    await send(200);
    const before = await usedBytes();
    await send(MESSAGES);
    // A fifth of what the messages have.
    expect((await usedBytes()) - before).toBeLessThan((MESSAGES * MESSAGE_BYTES) / 5);
  });
});
