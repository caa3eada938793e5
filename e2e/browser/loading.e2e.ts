import type { Page } from '@playwright/test';
import { openDashboard } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';
import { codeOn, lightLamp } from './support/glow.ts';

test.use({ serviceWorkers: 'block' });

/** The size of the scripts that a page has loaded, unpacked. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  );

/** Names of the scripts that a page has loaded, however it asked for them. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /([^/]*)-[\w-]{8}\.js$/.exec(name)?.[1] ?? '')
      .filter((name) => name !== ''),
  );

/** The files that boot.js requests before any of them runs. Those that a script requests later have `crossorigin`. */
const preloaded = (page: Page) =>
  page
    .locator('link[rel="modulepreload"]:not([crossorigin])')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')?.replace(/.*\/|-[\w-]{8}\.js$/g, '')),
    );

test('[DEV-3] a lamp, often an old device, loads nothing of the app', async ({
  page,
  context,
  tealight,
  site,
}) => {
  await openDashboard(page, { site, tealight }, 118);
  const code = await codeOn(page);
  const lamp = await context.newPage();
  await lightLamp(lamp, code);
  expect((await scriptBytes(lamp)) / (await scriptBytes(page))).toBeLessThan(0.25);
});

test('[DEV-3] a lamp whose first script could not be loaded says so, and opens once it can be', async ({
  page,
}) => {
  const script = /\/assets\/index-[\w-]+\.js$/;
  await page.route(script, (route) => route.abort());
  await page.goto('/lamp');
  await expect(page.getByRole('alert')).toHaveText(
    'Tealight could not be loaded. It tries again automatically.',
  );
  // Readable on black.
  await expect(page.getByRole('alert')).toHaveCSS('color', 'rgb(230, 241, 239)');
  await page.unroute(script);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByLabel('Connection code')).toBeVisible();
});

test('[DASH-1] a signed-in page requests the files of the dashboard at once, the login does not', async ({
  page,
  tealight,
  site,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await preloaded(page)).toContain('app');
  expect(await preloaded(page)).not.toContain('signed-in');
  expect(await loaded(page)).toContain('forms');
  expect(await loaded(page)).not.toContain('signed-in');
  await openDashboard(page, { site, tealight }, 118);
  expect(await preloaded(page)).toContain('signed-in');
  // Each further file is a request more on a slow network; `npm run bench web` counts all requests.
  expect((await preloaded(page)).length).toBeLessThanOrEqual(8);
});

test('[SHELL-1] the page is in the first thing that the app draws: React would show later what it had to wait for', async ({
  page,
  tealight,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const root = document.getElementById('root');
      if (!root?.hasChildNodes()) return;
      document.documentElement.dataset.first = root.querySelector('main') === null ? 'no page' : 'page';
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${tealight.url}/login`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-first', 'page');
});

test('[DASH-2] the reading is visible before the app is loaded, and the dashboard takes over from there', async ({
  page,
  tealight,
  site,
}) => {
  await openDashboard(page, { site, tealight }, 118);
  const dashboard = page.url();
  // The open page may still be calling; only the next one counts.
  await page.goto('about:blank');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname.replace(/.*\//, ''));
  });
  await page.route(/\/assets\/vendor-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(dashboard, { waitUntil: 'commit' });
  const splash = page.locator('.splash');
  await expect(splash).toContainText('118 mg/dL');
  await expect(splash).toContainText(/Steady, in range.*just now|Steady, in range.*min ago/);
  const early = ['current-user-readings', 'cgm-connection', 'current-user'];
  expect(calls).toEqual(early);
  release();
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await expect(splash).toHaveCount(0);
  // The app takes their answers, and makes only the other calls.
  expect(calls.slice(0, 4)).toEqual([...early, 'live-devices']);
});

test('[DASH-7] the chart is loaded when somebody scrolls to it', async ({ page, tealight, site }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openDashboard(page, { site, tealight }, 118);
  const isChartLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/GlucoseChart-')),
    );
  expect(await isChartLoaded()).toBe(false);
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole('slider', { name: /Glucose of the last/ })).toBeVisible();
  expect(await isChartLoaded()).toBe(true);
});

test('[DASH-1] a dashboard whose parts below the view are not loaded yet draws nothing again and again', async ({
  page,
  tealight,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, { site, tealight }, 118);
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeAttached();
  const endless = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className),
    );
  expect(await endless()).toEqual([]);
});
