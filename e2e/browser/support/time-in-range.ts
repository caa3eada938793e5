import { expect, type Page } from '@playwright/test';
import { connectedWearer } from '../../../simulators/fixtures/wearer.ts';
import { openAs } from './as-wearer.ts';
import type { Environment } from './environment.ts';

/** The panel 'Time in range'. */
export const panelOn = (page: Page) => page.getByRole('region', { name: 'Time in range', exact: true });

/** Scrolls down to the panel, whose code comes only then. */
export async function reachPanel(page: Page): Promise<void> {
  await expect(() => panelOn(page).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await expect(panelOn(page).getByRole('radiogroup', { name: 'Period' })).toBeVisible();
}

/** Opens the dashboard of a new wearer whose site has ninety days, at the panel. */
export async function openPanel(
  page: Page,
  { site, tealight }: Pick<Environment, 'site' | 'tealight'>,
): Promise<void> {
  await site.setScenario('well');
  await openAs(page, await connectedWearer(tealight.url, site));
  await reachPanel(page);
}
