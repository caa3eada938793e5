import type { Page } from '@playwright/test';

/** A page that is still being drawn has faults for a moment. */
const LASTING_MS = 500;

/** What is found on a page twice, half a second apart; once suffices where nothing is. */
export async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const found = await look();
  if (found.length === 0) return found;
  await page.waitForTimeout(LASTING_MS);
  const later = await look();
  return found.filter((fault) => later.includes(fault));
}
