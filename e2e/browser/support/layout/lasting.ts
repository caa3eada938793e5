import type { Page } from '@playwright/test';

/** A page that is still being drawn has faults for a moment. */
const LASTING_MS = 500;

/** On a busy machine such a moment takes seconds. */
const LOOKS = 10;

/** What is found on a page each time it is looked at, for some seconds; one look suffices where nothing is found. */
export async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (let looked = 1; looked < LOOKS && found.length > 0; looked += 1) {
    await page.waitForTimeout(LASTING_MS);
    const now = await look();
    found = found.filter((fault) => now.includes(fault));
  }
  return found;
}
