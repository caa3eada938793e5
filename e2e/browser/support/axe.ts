import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { lasting } from './layout/lasting.ts';

/** Less than half as long as what the package exports, which takes as long to load as all rules to check. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A rule of axe, and the HTML of the elements that break it. */
export type Violation = { rule: string; elements: string[] };

/**
 * What axe finds on a page as it is shown now, where that lasts; no page of the app has frames.
 *
 * @param within - A selector: that part of the page only.
 * @param rules - These rules only.
 */
export async function axeViolations(
  page: Page,
  { within = 'html', rules }: { within?: string; rules?: string[] } = {},
): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return lasting(
    page,
    () => violationsNow(page, within, options),
    ({ rule }) => rule,
  );
}

/** Waits for the colors and the size that the page was given last: what is shown before may be without fault. */
const violationsNow = (page: Page, within: string, options: RunOptions): Promise<Violation[]> =>
  page.evaluate(
    async ({ within, options }) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(done));
      await drawn();
      await drawn();
      const ending = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      // Defined by its source.
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(within, options);
      return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
    },
    { within, options },
  );
