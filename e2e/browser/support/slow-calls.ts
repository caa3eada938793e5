import type { Page } from '@playwright/test';

/** Long enough for the page to show that it waits, in milliseconds. */
const WAIT_MS = 400;

/** Whatever the page changes on the server takes a while from now on. */
export async function slowCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resume) => setTimeout(resume, WAIT_MS));
    await route.continue();
  });
}
