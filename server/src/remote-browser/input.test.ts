import { expect, test, vi } from 'vitest';
import { openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };

/** A page that processes nothing for `busyMs` from the first movement of the mouse on, and reports the text of its field. */
const busyPage = (busyMs: number) => `<!DOCTYPE html><title>busy</title>
<input autofocus style="position:fixed;left:0;top:0;width:200px;height:60px">
<textarea style="position:fixed;left:0;top:100px;width:200px;height:60px"></textarea>
<script>
  let isBusy = true;
  addEventListener('mousemove', () => {
    if (!isBusy) return;
    isBusy = false;
    for (const end = Date.now() + ${busyMs}; Date.now() < end; );
  });
  document.querySelector('textarea').addEventListener('input', ({ target }) =>
    fetch('/typed', { method: 'POST', body: target.value }));
</script>`;

test('[HUB-4] what a wearer clicks and types on a busy page arrives in its order, however long that takes', async () => {
  const typed: string[] = [];
  await using world = await openWorld({
    pages: async (request) => {
      if (request.method === 'POST') typed.push(await request.text());
      return new Response(busyPage(5000), { headers: { 'content-type': 'text/html' } });
    },
  });
  await using client = await world.client();
  await client.start(world.addPending(1, `${world.site}/page`, pending));
  await client.waitFor('PageLoaded');
  void client.click(50, 130);
  void client.hub.invoke('SendText', 'a long passphrase');
  await client.hub.invoke('SendText', '!');
  await expect.poll(() => typed.at(-1)).toBe('a long passphrase!');
});

test('[HUB-4] a session at a page that hangs can be stopped', async () => {
  await using world = await openWorld({
    pages: async () => new Response(busyPage(60_000), { headers: { 'content-type': 'text/html' } }),
  });
  await using client = await world.client();
  await client.start(world.addPending(1, `${world.site}/page`, pending));
  await client.waitFor('PageLoaded');
  void client.click(50, 130);
  await client.hub.invoke('StopCaptchaSession');
  await client.waitFor('SessionStopped');
  await expect.poll(() => world.browser.sessionCount).toBe(0);
});
