import type { Page } from '@playwright/test';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs, openDashboard } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';
import { codeOn, glowOf, lightLamp } from './support/glow.ts';

/** Waits until the service worker has cached every file of the app. */
async function everyFileCached(page: Page): Promise<void> {
  const files: string[] = await (await page.request.get('/files.json')).json();
  const missing = () =>
    page.evaluate(async (paths) => {
      const cached = await Promise.all(paths.map(async (path) => Boolean(await caches.match(path))));
      return paths.filter((_, index) => !cached[index]);
    }, files);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

test('[DASH-5] after the first load every panel and every page opens offline', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await openDashboard(page, { site, tealight }, 118);
  await everyFileCached(page);
  await context.setOffline(true);
  const range = page.getByRole('region', { name: 'Range Setup' });
  await range.getByRole('button', { name: 'Edit' }).click();
  await expect(range.getByRole('textbox', { name: 'High', exact: true })).toHaveValue('180');
  await page.getByRole('button', { name: 'Lamp settings' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByLabel('Brightness')).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Device Connection Code' })).toBeVisible();
  await expect(page.getByText('This page could not be shown')).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await expect(range.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('[DEV-3] a lamp that starts offline shows its last reading while that is valid', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site));
  const code = await codeOn(page);
  await lightLamp(page, code);
  await expect(page.getByRole('status')).toHaveText(/In range/);
  const color = await glowOf(page);
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/lamp'))), { timeout: 60_000 })
    .toBe(true);
  await page.reload({ waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(/In range/);
  expect(await glowOf(page)).toBe(color);
});

test('[DASH-5] a server that is silent without ending the connection is named by the page that it should load', async ({
  page,
  site,
  tealight,
}) => {
  await openDashboard(page, { site, tealight }, 118);
  // Nothing is answered and nothing is refused.
  await page.route('**/api/**', () => {});
  await page.reload();
  await expect(page.getByRole('main')).toContainText("Can't reach Tealight", { timeout: 45_000 });
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('[DASH-5] a panel whose code cannot be loaded says so, and appears when the network is back', async ({
    page,
    context,
    site,
    tealight,
  }) => {
    await openDashboard(page, { site, tealight }, 118);
    await context.setOffline(true);
    const range = page.getByRole('region', { name: 'Range Setup' });
    await range.getByRole('button', { name: 'Edit' }).click();
    await expect(range.getByRole('alert')).toContainText('This could not be loaded');
    await expect(range.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'CGM Connection' })).toContainText('118 mg/dL');
    await context.setOffline(false);
    await expect(range.getByRole('textbox', { name: 'High', exact: true })).toHaveValue('180');
  });

  test('[DASH-5] [SHELL-11] a whole panel whose code cannot be loaded is tried again, and has the focus', async ({
    page,
    site,
    tealight,
  }) => {
    await page.route('**/assets/DevicesPanel-*.js', (route) => route.abort());
    await openDashboard(page, { site, tealight }, 118);
    const devices = page.getByRole('region', { name: 'Device Connection Code' });
    await expect(() => devices.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
    const again = devices.getByRole('button', { name: 'Try again' });
    // Until it says so, its code is asked for more than once: by the preload and by the import.
    await expect(again).toBeVisible();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/DevicesPanel-'));
    await again.click();
    // The button stays until the code is asked for again: what counts is that it was, and failed.
    await failed;
    await page.unroute('**/assets/DevicesPanel-*.js');
    const content = devices.getByText('How to pair');
    // Pressed before the page has noticed the failure, it does nothing.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 });
      await expect(content).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expect(devices).toBeFocused();
  });
});
