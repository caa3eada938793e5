import { expect, type Page } from '@playwright/test';

/** The color of the glow on a page, as `#rrggbb`: the orb of the dashboard, or the light of the lamp. */
export async function glowOf(page: Page): Promise<string> {
  const glowing = page.locator('[style*="--glow:"]').first();
  return glowing.evaluate((element) => (element as HTMLElement).style.getPropertyValue('--glow'));
}

/** Waits until a page shows a color. */
export async function glowsIn(page: Page, color: string): Promise<void> {
  await expect.poll(() => glowOf(page).catch(() => 'no glow')).toBe(color);
}

/** Types the code into a lamp page and waits for its light. */
export async function lightLamp(page: Page, code: string): Promise<void> {
  await page.goto('/lamp');
  await page.getByRole('textbox').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.locator('[style*="--glow:"]').first()).toBeVisible();
}

/** The code as the dashboard shows it. */
export async function codeOn(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { name: 'Device Connection Code' });
  // The panel takes the place of its placeholder.
  await expect(() => heading.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  return (
    (await page
      .getByText(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
      .first()
      .textContent()) ?? ''
  );
}
