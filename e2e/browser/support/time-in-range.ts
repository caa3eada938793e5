import { expect, type Page } from '@playwright/test';

/** The panel 'Time in range'. */
export const panelOn = (page: Page) => page.getByRole('region', { name: 'Time in range', exact: true });

/** Scrolls down to the panel, whose code comes only then. */
export async function reachPanel(page: Page): Promise<void> {
  await expect(() => panelOn(page).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await expect(panelOn(page).getByRole('radiogroup', { name: 'Period' })).toBeVisible();
}
