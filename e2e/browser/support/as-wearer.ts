import type { Page } from '@playwright/test';
import type { Wearer } from '../../../simulators/fixtures/wearer.ts';

/** Opens a page as this wearer. */
export async function openAs(page: Page, { token }: Wearer, path = '/'): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('met')) localStorage.setItem('accessToken', value);
    sessionStorage.setItem('met', 'yes');
  }, token);
  await page.goto(path);
}
