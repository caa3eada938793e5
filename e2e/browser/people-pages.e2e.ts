import type { Locator, Page } from '@playwright/test';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';
import { familyOf } from './support/families/family.ts';
import { forEachView, viewGroups } from './support/families/family-views.ts';
import { hiddenFocus, lostShapes } from './support/forced-colors.ts';
import { layoutFaults } from './support/layout/layout-faults.ts';
import { overlaps } from './support/layout/overlaps.ts';
import { lowContrastTexts, violations, violationsOfLayout } from './support/violations.ts';

/** What overlaps on a page; a dialog or a menu is above the page, and overlaps it all. */
async function overlapsInView(page: Page): Promise<string[]> {
  const above = page.getByRole('dialog').or(page.getByRole('menu'));
  return (await above.count()) > 0 ? [] : overlaps(page);
}

/** What is cut off, scrolls sideways, is too small to be hit or overlaps, as the page is shown now. */
const faultsOfLayout = async (page: Page): Promise<string[]> => [
  ...(await layoutFaults(page)),
  ...(await overlapsInView(page)),
];

async function faultsOnNarrowScreen(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 844 });
  return [...(await faultsOfLayout(page)), ...(await violationsOfLayout(page))];
}

async function faultsFromRightToLeft(page: Page): Promise<string[]> {
  const turnTo = (direction: string) =>
    page.evaluate((value) => {
      document.documentElement.dir = value;
    }, direction);
  await turnTo('rtl');
  const found: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await faultsOfLayout(page)).map((fault) => `from right to left, ${width}: ${fault}`));
  }
  await turnTo('ltr');
  return found;
}

/** On a wide screen in light mode. The focus moves, so that this comes last. */
async function faultsInForcedColors(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
  const faults = [
    ...(await lostShapes(page)),
    ...(await hiddenFocus(page, { atLeast: 0 })),
    ...(await lowContrastTexts(page)),
  ];
  await page.emulateMedia({ forcedColors: 'none' });
  return faults;
}

/** Every view is checked several times, on machines of any speed. */
test.setTimeout(480_000);

for (const group of viewGroups) {
  test(`[SHELL-11] [PPL-21] the pages, dialogs and forms of ${group} have no accessibility violations; on a screen of 320 pixels and from right to left nothing is cut off or overlaps; in forced colors everything is visible, and so is the focus`, async ({
    browser,
    site,
    tealight,
  }) => {
    await site.setScenario('well');
    const found: string[] = [];
    await forEachView(
      [group],
      await familyOf({ site, tealight }),
      () => browser.newPage({ baseURL: tealight.url, reducedMotion: 'reduce' }),
      async (name, page) => {
        found.push(...(await violations(page, name)));
        for (const faultsIn of [faultsOnNarrowScreen, faultsFromRightToLeft, faultsInForcedColors])
          found.push(...(await faultsIn(page)).map((fault) => `${name}: ${fault}`));
      },
    );
    expect(found).toEqual([]);
  });
}

test('[SHELL-11] [PPL-21] with text twice as large nothing of families is cut off, nothing scrolls sideways, every target can be hit, and axe finds nothing', async ({
  openLargeText,
  site,
  tealight,
}) => {
  await site.setScenario('well');
  const found: string[] = [];
  await forEachView(viewGroups, await familyOf({ site, tealight }), openLargeText, async (name, page) => {
    const faults = [...(await faultsOfLayout(page)), ...(await violationsOfLayout(page))];
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  });
  expect(found).toEqual([]);
});

test('[PPL-19] [PPL-20] the switch of wearers says name, value and age in this order, and is used with the keyboard', async ({
  page,
  site,
  tealight,
}) => {
  await site.measures(118);
  const { mother } = await familyOf({ site, tealight });
  await openAs(page, mother);
  const button = page.getByRole('button', { name: 'Person shown Mona' });
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await expect(items.first()).toHaveAccessibleName(/^Mona 118 mg\/dL (just now|\d+ min ago)$/);
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await expect(items.nth(1)).toHaveAccessibleName('Ben No current data');
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Ben/);
  await expect(page.getByText('118 mg/dL')).toHaveCount(0);
});

test('[PPL-21] in the list of people no name is broken within a word, nor while the order is changed', async ({
  page,
  site,
  tealight,
}) => {
  const { mother } = await familyOf({ site, tealight });
  await openAs(page, mother, '/people');
  const names = page.getByRole('list', { name: 'People' }).getByRole('heading', { level: 2 });
  await expect(names).toHaveCount(3);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await brokenWords(names), `at ${width} px`).toEqual([]);
    await page.getByRole('button', { name: 'Change order' }).click();
    expect(await brokenWords(names), `at ${width} px, while the order is changed`).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
  }
});

/** The words, or parts of words between hyphens, that are on more than one line. */
const brokenWords = (texts: Locator): Promise<string[]> =>
  texts.locator('a').evaluateAll((links) =>
    links.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? '').matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text as Text, index);
        range.setEnd(text as Text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      }),
    ),
  );
