import type { Page } from '@playwright/test';
import { recentActivity } from '@tealight/contract';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

/** Fills in a password that does not meet the rules, which open when the field is left and move what is below. */
async function beginSignUp(page: Page) {
  await page.goto('/signup');
  await page.getByLabel('Password', { exact: true }).fill('short');
  return page.getByRole('link', { name: 'Sign in' }).last();
}

test('[SHELL-11] a press on a link is followed, although leaving a field with an error moves the link', async ({
  page,
}) => {
  const link = await beginSignUp(page);
  await link.click();
  await expect(page).toHaveURL(/\/login$/);
});

test('[SHELL-11] so is a tap', async ({ browser, tealight }) => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const page = await browser.newPage({ ...phone, baseURL: tealight.url });
  const link = await beginSignUp(page);
  await link.tap();
  await expect(page).toHaveURL(/\/login$/);
});

test('[SHELL-11] an error is shown once the press that leaves its field is over', async ({ page }) => {
  await beginSignUp(page);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('list', { name: 'A password has' })).toBeVisible();
});

test('[SHELL-11] a button that is pressed while a list above it is loaded does what it says', async ({
  page,
  tealight,
}) => {
  const loaded = Promise.withResolvers<void>();
  await page.route(`**${recentActivity.path}`, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.clock.install();
  await openAs(page, await wearerOf(tealight.url), '/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).hover();
  const entries = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await page.clock.pauseAt(Date.now() + 1000);
  await page.mouse.down();
  const response = page.waitForResponse(`**${recentActivity.path}`);
  loaded.resolve();
  await (await response).finished();
  await page.clock.runFor(1000);
  await expect(entries).toHaveCount(0);
  await page.mouse.up();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await expect(entries).toHaveCount(1);
});
