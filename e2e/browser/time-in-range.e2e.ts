import type { Page } from '@playwright/test';
import { statisticsSettings } from '@tealight/contract';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { axeViolations } from './support/axe.ts';
import { expect, test } from './support/environment.ts';
import { glowOf } from './support/glow.ts';
import { narrowBrowser, narrowScreens } from './support/layout/layout-faults.ts';
import { overlaps } from './support/layout/overlaps.ts';
import { openPanel, panelOn, reachPanel } from './support/time-in-range.ts';

const MINUTE = 60_000;

const chartOn = (page: Page) => panelOn(page).getByRole('slider', { name: /Glucose of the last/ });

/** Whole percentages beside the names of the bands. */
async function percentOn(page: Page, band: string): Promise<number> {
  const words = await panelOn(page)
    .getByText(band, { exact: false })
    .first()
    .locator('xpath=../..')
    .textContent();
  return Number(words?.match(/(\d+)%/)?.[1]);
}

test('@both [DASH-7] the ninety days of a site are shown as soon as they are imported', async ({
  page,
  site,
  tealight,
}) => {
  await openPanel(page, { site, tealight });
  await panelOn(page).getByText('90 d', { exact: true }).click();
  await expect(panelOn(page)).toContainText(/Readings cover (>?9\d|100)% of these 90 days/, {
    timeout: 60_000,
  });

  const values = (await site.all()).map((reading) => Number(reading.split(' ')[1]));
  const counted = (from: number, to: number) =>
    (100 * values.filter((value) => value >= from && value <= to).length) / values.length;
  expect(Math.abs((await percentOn(page, 'In target')) - counted(70, 180))).toBeLessThan(2);
  expect(Math.abs((await percentOn(page, 'Very high')) - counted(251, 500))).toBeLessThan(2);

  await expect(panelOn(page).getByRole('region', { name: 'Goals' })).toContainText('goal more than 70%');
  const profile = panelOn(page).getByRole('region', { name: 'Typical day (AGP)' });
  await profile.getByText('As a table').click();
  await expect(profile.getByRole('row')).toHaveCount(25);
});

for (const { name, width, args } of narrowScreens) {
  test(`[SHELL-11] [DASH-7] ${name} the hours below the typical day stand apart`, async ({
    playwright,
    launchOptions,
    site,
    tealight,
  }) => {
    await site.setScenario('well');
    await using browser = await narrowBrowser({ playwright, launchOptions }, { args });
    const page = await browser.newPage({ baseURL: tealight.url, viewport: { width, height: 844 } });
    await openAs(page, await connectedWearer(tealight.url, site));
    await reachPanel(page);
    const profile = panelOn(page).getByRole('region', { name: 'Typical day (AGP)' });
    await expect(profile.getByText('12 PM', { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await overlaps(page)).toEqual([]);
  });
}

test('[DASH-7] the chart has the colors of the lamp, and can be read with the mouse and the keyboard', async ({
  page,
  site,
  tealight,
}) => {
  const now = Date.now();
  for (const [minutesAgo, sgv] of [
    [11, 64],
    [6, 61],
    [1, 58],
  ] as const) {
    await site.measures(sgv, { date: now - minutesAgo * MINUTE });
  }
  await openAs(page, await connectedWearer(tealight.url, site));
  await expect(() => chartOn(page).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await expect(chartOn(page)).toHaveAttribute('aria-valuetext', /^58 mg\/dL, low/);
  expect(await colorsOf(page)).toContain(await glowOf(page));

  await chartOn(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(chartOn(page)).toHaveAttribute('aria-valuetext', /^61 mg\/dL, low/);
  await page.keyboard.press('Home');
  await expect(chartOn(page)).toContainText('64 mg/dL');

  // Panels above may still grow and move the chart away from the mouse.
  await expect(async () => {
    const place = await chartOn(page).boundingBox();
    if (place === null) throw new Error('The chart is not shown');
    await chartOn(page).hover({ position: { x: place.width - 2, y: place.height / 2 }, timeout: 2000 });
    await expect(chartOn(page)).toContainText('58 mg/dL', { timeout: 2000 });
  }).toPass();
});

/** Every color of the chart’s canvas. */
async function colorsOf(page: Page): Promise<string[]> {
  return chartOn(page)
    .locator('canvas')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
      const found = new Set<string>();
      for (let at = 0; pixels !== undefined && at < pixels.length; at += 4) {
        found.add(
          `#${[0, 1, 2].map((part) => (pixels[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`,
        );
      }
      return [...found];
    });
}

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('[DASH-7] the wearer’s time zone is initially the browser’s', async ({ page, site, tealight }) => {
    await site.measures(120);
    const wearer = await connectedWearer(tealight.url, site);
    await openAs(page, wearer);
    await reachPanel(page);
    const saved = async () => {
      const headers = { authorization: `Bearer ${wearer.token}` };
      const answer = await fetch(tealight.url + statisticsSettings.path, { headers });
      return ((await answer.json()) as { data: { timeZone: string } }).data.timeZone;
    };
    await expect.poll(saved).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
  });
});

test('[DASH-7] a printed dashboard is a report on one page', async ({ page, site, tealight }) => {
  await openPanel(page, { site, tealight });
  await panelOn(page).getByText('14 d', { exact: true }).click();
  await expect(panelOn(page).getByRole('region', { name: 'Goals' })).toBeVisible({ timeout: 60_000 });
  const report = await page.pdf({ preferCSSPageSize: true });
  expect(report.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Glucose report')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Range Setup' })).toBeHidden();
});

test('[DASH-7] the panel has no accessibility violations, in light and in dark', async ({
  page,
  site,
  tealight,
}) => {
  await openPanel(page, { site, tealight });
  await panelOn(page).getByText('30 d', { exact: true }).click();
  await expect(panelOn(page).getByRole('region', { name: 'Goals' })).toBeVisible({ timeout: 60_000 });
  for (const table of await panelOn(page).getByText('As a table').all()) await table.click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(page, { within: '[data-statistics-palette]' }), colorScheme).toEqual([]);
  }
});
