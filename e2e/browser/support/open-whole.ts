import { expect, type Page } from '@playwright/test';

/** Opens a page of the app and waits for all of it. */
export async function openWhole(page: Page, path: string): Promise<void> {
  // A page behind another may not be drawn, and would be waited for in vain.
  await page.bringToFront();
  await openFirst(page, path);
  await expect(page.getByRole('main')).toBeVisible();
  // What stands in for a page until it comes has no heading.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  if (path === '/') await reachStatistics(page);
  await allLoaded(page);
}

/**
 * Opens a page of the app as if it were the first: an address that differs after `#` alone would not be opened again.
 * What stands between comes from the server, because the browser starts a process for pages from elsewhere.
 */
export async function openFirst(page: Page, path: string): Promise<void> {
  await page.goto('/health/live');
  await page.goto(path);
}

/** The statistics are loaded when they come near the view. */
async function reachStatistics(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Time in range', exact: true });
  await expect(() => panel.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await expect(panel.getByRole('radiogroup', { name: 'Period' })).toBeVisible();
}

/**
 * Waits until no part of the page is loading. Dependencies that load when they come near the view, or when the page has been
 * quiet for a while, load at once when a key is pressed.
 */
export async function allLoaded(page: Page): Promise<void> {
  const loading = page.getByRole('status', { name: 'Loading' }).or(page.locator('.mantine-Skeleton-root'));
  await expect(async () => {
    await page.keyboard.press('Shift');
    await expect(loading).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}
