import {
  choosePerson,
  connectCalls,
  currentReadings,
  currentUser,
  listPeople,
  type ReplyOf,
} from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { libreVendor } from '../../simulators/libre/libre.ts';
import { serve } from '../../simulators/serve.ts';
import { realProcess } from '../support/real-process.ts';
import { eventLamp } from '../support/sse-lamp.ts';

const email = 'robin@example.org';
const password = 'a password of robin';
const soon = { timeout: 90_000, interval: 200 };

test('[SRC-1] [DASH-1] once another person is chosen, no reading of the one before is current, on pages and on lamps', async () => {
  await using left = new AsyncDisposableStack();
  const vendor = await serve(libreVendor({ email, password, scenario: 'second-silent' }));
  left.defer(vendor.close);
  const { url } = left.use(await realProcess({ LIBRELINKUP_URL: vendor.url }));
  const { token } = await wearerOf(url);
  const read = async <Reply>(path: string): Promise<Reply> =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()) as Reply;
  await send(url + connectCalls.freeStyleLibre.path, { username: email, password }, token);
  const { people } = await read<ReplyOf<typeof listPeople>>(listPeople.path);
  const [alex = '', kim = ''] = people.map(({ id }) => id);
  const choose = (id: string) => send(url + choosePerson.path, { id }, token);
  const current = async () =>
    (await read<ReplyOf<typeof currentReadings>>(currentReadings.path)).data.currentCgmReading;
  const { connectionCode } = await read<ReplyOf<typeof currentUser>>(currentUser.path);
  const values: (number | null)[] = [];
  const glowed = (glow: string) => void values.push((JSON.parse(glow) as { value: number | null }).value);
  const lamp = eventLamp({ url, code: connectionCode ?? '', id: 'bedside', glowed });
  onTestFinished(lamp.close);

  await choose(alex);
  await vi.waitFor(async () => expect(await current()).not.toBeNull(), soon);
  await vi.waitFor(() => expect(values.at(-1)).toEqual(expect.any(Number)), soon);
  // One of two presses at once comes second, and changes nothing.
  await Promise.allSettled([choose(kim), choose(kim)]);
  await vi.waitFor(async () => expect(await current()).toBeNull(), soon);
  await vi.waitFor(() => expect(values.at(-1)).toBeNull(), soon);
}, 240_000);
