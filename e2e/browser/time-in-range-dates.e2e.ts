import type { Locator, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, test } from './support/environment.ts';
import { layoutFaults } from './support/layout/layout-faults.ts';
import { openPanel, panelOn } from './support/time-in-range.ts';

const MINUTE = 60_000;

test('[DASH-7] a report can be made for any dates, by the keyboard alone', async ({
  page,
  site,
  tealight,
}) => {
  await openPanel(page, { site, tealight });
  await panelOn(page).getByText('30 d', { exact: true }).click();
  await expect(panelOn(page).getByRole('region', { name: 'Goals' })).toBeVisible({ timeout: 60_000 });

  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE);
  const [first, last] = [daysAgo(40), daysAgo(25)];
  const typed = (day: Date) => {
    const two = (part: number) => String(part).padStart(2, '0');
    return `${two(day.getMonth() + 1)}${two(day.getDate())}${day.getFullYear()}`;
  };
  await panelOn(page)
    .getByRole('radio', { name: /30\sdays/ })
    .focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(panelOn(page).getByRole('radio', { name: 'Other dates' })).toBeChecked();
  await panelOn(page).getByLabel('From').focus();
  await page.keyboard.type(typed(last));
  await panelOn(page).getByLabel('To', { exact: true }).focus();
  await page.keyboard.type(typed(first));
  await page.keyboard.press('Enter');
  const mistake = panelOn(page).getByText('The last day must not be before the first');
  await expect(mistake).toBeVisible();
  await expect(panelOn(page).getByLabel('To', { exact: true })).toBeFocused();
  expect(await axeViolations(page, { within: '[data-statistics-palette]' })).toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height });
  expect(await layoutFaults(page)).toEqual([]);
  await page.setViewportSize({ width, height });
  await panelOn(page).getByLabel('From').focus();
  await page.keyboard.type(typed(first));
  await panelOn(page).getByLabel('To', { exact: true }).focus();
  await page.keyboard.type(typed(last));
  await page.keyboard.press('Enter');
  await expect(mistake).toBeHidden();
  await expect(panelOn(page)).toContainText('These 16 days, combined into one day.');
  await expect(panelOn(page)).toContainText(/Readings cover (>?9\d|100)% of these 16 days/);

  const report = await page.pdf({ preferCSSPageSize: true });
  expect(report.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  const long = (day: Date) => day.toLocaleDateString('en-US', { dateStyle: 'long' });
  await expect(page.getByText(`${long(first)} to ${long(last)}`)).toBeVisible();
  await expect(panelOn(page).getByLabel('From')).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('[DASH-7] the chart follows the finger through history, and the page still scrolls', async ({
    page,
    site,
    tealight,
  }) => {
    await openPanel(page, { site, tealight });
    const slider = panelOn(page).getByRole('slider', { name: /^Glucose of/ });
    await expect(slider).toHaveAttribute('aria-valuetext', /mg\/dL/, { timeout: 60_000 });
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const place = await slider.boundingBox();
    if (place === null) throw new Error('The chart is not shown');
    const touch = await touchOn(page);
    const y = place.y + place.height / 2;
    const shown = panelOn(page).getByText(/^24 hours until /);

    // At once, one after the other: a finger that rests before it moves reads values.
    await Promise.all([
      touch('touchStart', place.x + 120, y),
      touch('touchMove', place.x + 140, y),
      touch('touchMove', place.x + 160, y),
    ]);
    const early = await momentIn(shown);
    await touch('touchMove', place.x + 260, y);
    await expect.poll(() => momentIn(shown)).toBeLessThan(early - 3 * 60 * MINUTE);
    await page.waitForTimeout(400);
    await touch('touchEnd');
    await expect(slider).toHaveAccessibleName(/^Glucose of 24 hours until /);
    const dropped = await momentIn(shown);

    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await touch('touchStart', place.x + 120, y);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', place.x + 120, y - 15 * step);
    await touch('touchEnd');
    await expect.poll(scrolled).toBeGreaterThan(before + 50);
    expect(await momentIn(shown)).toBe(dropped);
  });
});

/** Real touches, which the browser may take for scrolling. */
async function touchOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
}

/** The moment that a sentence such as `24 hours until Sat, Nov 21, 3:40 PM` names; without a day it is today's. */
async function momentIn(sentence: Locator): Promise<number> {
  const text = (await sentence.textContent())?.replaceAll('\u202f', ' ') ?? '';
  const now = new Date();
  const today = now.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  const words = `${text.match(/\w{3} \d+(?=,)/)?.[0] ?? today} ${text.match(/\d+:\d+ [AP]M/)?.[0]}`;
  const inYear = (year: number) => Date.parse(words.replace(/(?= \d+:)/, ` ${year}`));
  const at = inYear(now.getFullYear());
  return at > now.getTime() ? inYear(now.getFullYear() - 1) : at;
}
