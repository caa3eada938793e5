import type { Page } from '@playwright/test';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
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
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site));
  const code = await codeOn(page);
  const lamp = await context.newPage();
  await lightLamp(lamp, code);
  expect((await scriptBytes(lamp)) / (await scriptBytes(page))).toBeLessThan(0.25);
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
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site));
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  expect(await preloaded(page)).toContain('signed-in');
  // Twenty-four files today; each further one is a round trip more on a slow network.
  expect(requested.filter((path) => path.startsWith('/assets/')).length).toBeLessThanOrEqual(24);
});
