import { expect, type Page } from '@playwright/test';
import { connectedWearer, type Wearer } from '../../../simulators/fixtures/wearer.ts';
import type { Environment } from './environment.ts';

/** Opens a page as this wearer. */
export async function openAs(page: Page, { token }: Pick<Wearer, 'token'>, path = '/'): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('met')) localStorage.setItem('accessToken', value);
    sessionStorage.setItem('met', 'yes');
  }, token);
  await page.goto(path);
}

/** Opens the dashboard of a new wearer whose Nightscout site has just measured this value, in mg/dL. */
export async function openDashboard(
  page: Page,
  { site, tealight }: Pick<Environment, 'site' | 'tealight'>,
  mgdl: number,
): Promise<void> {
  await site.measures(mgdl);
  await openAs(page, await connectedWearer(tealight.url, site));
  await expect(page.getByRole('main')).toContainText(`${mgdl} mg/dL`);
}
