import type { Locator } from '@playwright/test';

/**
 * Chooses a radio button or sets a switch as people do, by its label: the input itself is invisible. The click waits
 * until the page moves no more.
 */
export async function choose(input: Locator, isOn = true): Promise<void> {
  if ((await input.isChecked()) === isOn) return;
  const page = input.page();
  const id = await input.getAttribute('id');
  const label = id === null ? input.locator('xpath=ancestor::label') : page.locator(`label[for="${id}"]`);
  await label.first().click();
  await input.and(page.locator(isOn ? ':checked' : ':not(:checked)')).waitFor({ state: 'attached' });
}
