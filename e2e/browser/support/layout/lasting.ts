import type { Page } from '@playwright/test';

/** A page that is still being drawn has faults for a moment. */
const LASTING_MS = 500;

/** On a busy machine such a moment takes seconds. */
const LOOKS = 10;

/**
 * What is found on a page each time it is looked at, for some seconds; one look suffices where nothing is found.
 *
 * @param keyOf - What makes two faults the same.
 */
export async function lasting<T>(
  page: Page,
  look: () => Promise<T[]>,
  keyOf: (fault: T) => unknown = (fault) => fault,
): Promise<T[]> {
  let found = await look();
  for (let looked = 1; looked < LOOKS && found.length > 0; looked += 1) {
    await page.waitForTimeout(LASTING_MS);
    const before = new Set(found.map(keyOf));
    found = (await look()).filter((fault) => before.has(keyOf(fault)));
  }
  return found;
}
