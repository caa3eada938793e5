import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds: all rules on a phone in light mode and on a wide screen in dark mode; contrast in all four. */
export async function violations(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const isWhole = (width === 390) === (colorScheme === 'light');
      const { violations: some } = await (isWhole ? axe : axe.withRules('color-contrast')).analyze();
      for (const { id, nodes } of some)
        found.push(`${what}, ${width} ${colorScheme}: ${id} ${nodes[0]?.html.slice(0, 120)}`);
    }
  }
  return found;
}

/** What axe finds on a page as it is shown now, other than contrast: the size of text only loosens that. */
export async function violationsOfLayout(page: Page): Promise<string[]> {
  const { violations: some } = await new AxeBuilder({ page })
    .setLegacyMode()
    .disableRules(['color-contrast'])
    .analyze();
  return some.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`);
}

/** Texts with too little contrast, as the page is shown now. */
export async function faintTexts(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast');
  const { violations: some } = await axe.analyze();
  return some.flatMap(({ nodes }) => nodes.map(({ html }) => `faint: ${html.slice(0, 100)}`));
}
