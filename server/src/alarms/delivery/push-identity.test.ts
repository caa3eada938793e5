import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../shared/time-units.ts';
import { newVapidKeys, vapidKeysFrom } from '../channels/web-push/vapid.ts';
import { openPushIdentity } from './push-identity.ts';

const keys = vapidKeysFrom(newVapidKeys());
const CHROME = 'https://fcm.googleapis.com/fcm/send/a';
const SAFARI = 'https://web.push.apple.com/b';

async function opened(read = async (): Promise<typeof keys | null> => keys) {
  const clock = { at: 1_700_000_000_000 };
  const contact = 'https://tealight.example';
  const logged: object[] = [];
  const write = (line: object) => void logged.push(line);
  const log = { info: write, warn: write, error: write };
  const push = await openPushIdentity({ read, contact, now: () => clock.at, log });
  return { clock, push, logged, isWell: () => push.check().then(() => true) };
}

test('[ALM-32] a push service that rejects the keys and accepts them for nobody is a problem for an hour', async () => {
  const { clock, push, isWell } = await opened();
  push.answered(CHROME, true);
  push.answered(SAFARI, false);
  await expect(push.check()).rejects.toThrow('push.apple.com does not accept');
  clock.at += HOUR - MINUTE;
  await expect(push.check()).rejects.toThrow('push.apple.com');
  clock.at += MINUTE;
  expect(await isWell()).toBe(true);
});

test('[ALM-32] a browser that has subscribed with other keys is no problem of the server', async () => {
  const { push, isWell } = await opened();
  push.answered(CHROME, true);
  for (let times = 0; times < 10; times += 1) push.answered(CHROME, false);
  expect(await isWell()).toBe(true);
});

test('[ALM-32] it is over when the push service accepts the keys', async () => {
  const { push, isWell } = await opened();
  push.answered(SAFARI, false);
  await expect(push.check()).rejects.toThrow();
  push.answered(SAFARI, true);
  expect(await isWell()).toBe(true);
});

test('[ALM-32] an answer of a server that is no browser’s push service is nobody’s problem', async () => {
  const { push, isWell } = await opened();
  for (const host of ['push.example', 'notfcm.googleapis.com', 'push.apple.com.example', '127.0.0.1'])
    push.answered(`https://${host}/`, false);
  expect(await isWell()).toBe(true);
});

test('[ALM-32] an answer that a clock has noted that was ahead does not count', async () => {
  const { clock, push, isWell } = await opened();
  clock.at += HOUR;
  push.answered(SAFARI, false);
  clock.at -= HOUR;
  expect(await isWell()).toBe(true);
});

test('[ALM-32] without keys nothing is signed, until a check finds them', async () => {
  const stored: { keys: typeof keys | null } = { keys: null };
  const { push, isWell } = await opened(async () => stored.keys);
  expect([push.publicKey(), push.vapid()]).toEqual([null, null]);
  await expect(push.check()).rejects.toThrow('No key decrypts');
  stored.keys = keys;
  expect(await isWell()).toBe(true);
  expect(push.publicKey()).toBe(keys.publicKey);
  expect(push.vapid()?.authorization(SAFARI)).toContain(keys.publicKey);
});

const rejected = { event: 'push-key-rejected', service: 'fcm.googleapis.com' };
const recovered = { event: 'recovered', from: 'push-key-rejected', service: 'fcm.googleapis.com' };

test('[ALM-32] a push service that rejects the keys is one log line at its start and one at its end', async () => {
  const { push, logged } = await opened();
  for (let times = 0; times < 3; times += 1) {
    push.answered(CHROME, false);
    push.answered(SAFARI, true);
    push.answered('https://push.example/', false);
  }
  expect(logged).toEqual([rejected]);
  // A browser with other keys among those that are reached.
  for (const isAccepted of [true, false, true, false]) push.answered(CHROME, isAccepted);
  expect(logged).toEqual([rejected, recovered]);
});

test('[ALM-32] its line at the end comes with the end of the problem, too, when nothing is sent to it any more', async () => {
  const { clock, push, logged, isWell } = await opened();
  push.answered(CHROME, false);
  clock.at += HOUR;
  expect(await isWell()).toBe(true);
  expect(logged).toEqual([rejected, recovered]);
});
