import type { Page } from '@playwright/test';
import { axeViolations } from './axe.ts';

/** What axe finds: all rules on a phone in light mode and on a wide screen in dark mode; contrast in all four. */
export async function violations(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const isWhole = (width === 390) === (colorScheme === 'light');
      for (const { rule, elements } of await axeViolations(
        page,
        isWhole ? {} : { rules: ['color-contrast'] },
      ))
        found.push(`${what}, ${width} ${colorScheme}: ${rule} ${elements[0]?.slice(0, 120)}`);
    }
  }
  return found;
}

/** Rules of sizes and places, and of what loses its name or heading when a narrow screen hides a part of it. */
const rulesOfLayout = [
  'target-size',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'label',
  'select-name',
  'summary-name',
  'empty-heading',
  'heading-order',
  'page-has-heading-one',
];

/** What axe finds in the layout of a page as it is shown now; `violations` checks the other rules. */
export async function violationsOfLayout(page: Page): Promise<string[]> {
  const found = await axeViolations(page, { rules: rulesOfLayout });
  return found.map(({ rule, elements }) => `${rule} ${elements[0]?.slice(0, 120)}`);
}

/** Texts with too little contrast, as the page is shown now. */
export async function lowContrastTexts(page: Page): Promise<string[]> {
  const found = await axeViolations(page, { rules: ['color-contrast'] });
  return found.flatMap(({ elements }) => elements.map((html) => `faint: ${html.slice(0, 100)}`));
}
