import { libre } from '@tealight/sources';
import { expect, test } from 'vitest';
import { libreVendor } from '../../../outside/upstream/libre.ts';
import type { LibreMood } from '../../../outside/upstream/libre-moods.ts';
import { asFetch } from '../../../outside/upstream/serve.ts';
import { pollingNode } from '../../test/polling.ts';
import { newWearer } from '../../test/wearers.ts';
import { openStore } from '../store/store.ts';
import { MINUTE, SECOND } from '../times.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const account = { email: 'robin@example.com', password: 'a secret' };

/** A wearer at a simulated LibreLinkUp, half an hour after connecting. */
async function wearerAtLibre() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const vendor = libreVendor({ ...account, clock: () => clock.now });
  const source = libre('https://libre.example');
  const { polling } = pollingNode(store, clock, source as never, {
    sources: { libre: { type: 'freeStyleLibre', source } },
    fetchFor: () => asFetch(vendor),
  });
  const wearerId = await newWearer(store);
  await polling.connect(wearerId, 'libre', { username: account.email, password: account.password });
  /** Lives until something holds, and returns after how long, ms; at most `ms`. */
  const live = async (ms: number, holds: () => Promise<boolean> = async () => false): Promise<number> => {
    const begun = clock.now;
    for (; clock.now < begun + ms; clock.now += 250) {
      await polling.turn();
      if (await holds()) break;
    }
    return clock.now - begun;
  };
  const feel = (mood: LibreMood) =>
    vendor(
      new Request('https://libre.example/__world/mood', { method: 'POST', body: JSON.stringify({ mood }) }),
    );
  const status = () => polling.status(wearerId);
  const newest = async () => (await store.readings.latest(wearerId))[0]?.takenAt ?? 0;
  await live(30 * MINUTE);
  return { clock, live, feel, status, newest };
}

test('[SRC-3] after a session that LibreLinkUp has lost readings are shown within 20 s of its return', async () => {
  const { clock, live, feel, status, newest } = await wearerAtLibre();
  await feel('forgetful');
  await live(2 * MINUTE, async () => (await status()).trouble === 'session-over');
  await feel('well');
  const returned = clock.now;
  const after = await live(5 * MINUTE, async () => (await newest()) > returned - MINUTE - 10 * SECOND);
  expect(after).toBeLessThanOrEqual(20 * SECOND);
});

test('[SRC-1] whoever stops sharing by LibreLinkUp is known to have stopped a minute later, and no sign-in is needed to learn it', async () => {
  const { live, feel, status } = await wearerAtLibre();
  await feel('gone');
  const after = await live(5 * MINUTE, async () => (await status()).trouble === 'person-gone');
  expect(after).toBeLessThanOrEqual(MINUTE);
  await live(10 * MINUTE);
  expect(await status()).toMatchObject({ trouble: 'person-gone', nextTryAt: null });
});

test('[SRC-1] whoever shares again within minutes is followed again without a press of a button', async () => {
  const { live, feel, status } = await wearerAtLibre();
  await feel('gone');
  await live(80 * SECOND);
  await feel('well');
  await live(MINUTE);
  expect(await status()).toMatchObject({ state: 'fine', trouble: null });
});
