import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openTestLog } from '../../test/remote-browser.ts';
import { openSharedBrowser } from './shared-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

test.runIf(process.platform === 'linux')(
  'a browser that starts while an idle one closes is the one that is closed at the end',
  async () => {
    const { log, logged } = openTestLog();
    const stopped = () => logged().match(/browser-stopped/g)?.length ?? 0;
    {
      await using browser = openSharedBrowser({
        chromium: process.env.CHROMIUM || null,
        sandbox: { kind: 'off' },
        hosts: [],
        log,
        closeAfterMs: 1,
      });
      await (await browser.openContext({})).close();
      // The first one has been closing for a few milliseconds.
      await wait(5);
      const context = await browser.openContext({});
      await vi.waitFor(() => expect(stopped()).toBe(1));
      expect(context.browser()?.isConnected()).toBe(true);
    }
    await vi.waitFor(() => expect(stopped()).toBe(2));
  },
);

test.runIf(process.platform === 'linux')('a context costs no pages of the browser’s own', async () => {
  const { log } = openTestLog();
  await using browser = openSharedBrowser({
    chromium: process.env.CHROMIUM || null,
    sandbox: { kind: 'off' },
    hosts: [],
    log,
  });
  const context = await browser.openContext({});
  await context.newPage();
  // They are loaded a moment after the window was opened.
  await wait(2000);
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { targetInfos = [] } = (await devtools?.send('Target.getTargets', { filter: [{}] })) ?? {};
  const urls = targetInfos.map(({ url }) => url);
  expect(urls).toContain('about:blank');
  expect(urls.filter((url) => url.startsWith('chrome:'))).toEqual([]);
});
