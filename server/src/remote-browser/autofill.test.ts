import { expect, test, vi } from 'vitest';
import { login, openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };

/** How long the page is busy at a time: it answers a call in between, and each takes as long. */
const BUSY_MS = 1500;

/** A sign-in page that is busy for `times` once it is loaded, and reports what its fields contain. */
const busyPage = (times: number, more = '') => `<!DOCTYPE html><title>busy</title>
<input name="username" ${more}><input name="password" type="password">
<script>
  const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);
  const busy = (times) => {
    if (times === 0) return;
    for (const end = Date.now() + ${BUSY_MS}; Date.now() < end; );
    setTimeout(() => busy(times - 1));
  };
  addEventListener('load', () => {
    setTimeout(() => busy(${times}));
    setInterval(() => fetch('/values', { method: 'POST', body: JSON.stringify(values()) }), 200);
  });
</script>`;

/** Opens the page in a session, and returns what its fields contain, the newest last. */
async function openPage(html: string) {
  const filledIn: string[] = [];
  const world = await openWorld({
    pages: async (request) => {
      if (request.method === 'POST') filledIn.push(await request.text());
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
  const client = await world.client();
  await client.start(world.addPending(1, `${world.site}/page`, pending));
  return { world, client, filledIn };
}

test('[CON-7] username and password are filled in also where the page is busy when it has loaded', async () => {
  const { world, filledIn } = await openPage(busyPage(6));
  await using _ = world;
  await expect.poll(() => filledIn.at(-1)).toBe(JSON.stringify([login.username, login.password]));
});

test('[CON-7] a field that cannot be edited keeps its value, and the other is filled in', async () => {
  const { world, client, filledIn } = await openPage(busyPage(0, 'readonly value="fixed.example"'));
  await using _ = world;
  await client.waitFor('PageLoaded');
  await expect.poll(() => filledIn.at(-1)).toBe(JSON.stringify(['fixed.example', login.password]));
});
