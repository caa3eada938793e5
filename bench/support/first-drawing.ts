import { type CDPSession, chromium, type Page } from '@playwright/test';
import { glucoseChart } from '@tealight/contract';
import { median } from './result.ts';

const TIMES = 5;
const SETTLE_MS = 1500;

/** Median main-thread time in ms from the answer to the drawn chart, when the rest of the page is drawn. */
export async function firstDrawing(url: string, token: string): Promise<number> {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ['--no-sandbox'],
  });
  try {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      await context.addInitScript((value) => localStorage.setItem('accessToken', value), token);
      times.push(await drawingOn(await context.newPage(), url));
      await context.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

async function drawingOn(page: Page, url: string): Promise<number> {
  const held = Promise.withResolvers<void>();
  await page.route(`**${glucoseChart.path}?*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(url);
  const panel = page.getByRole('region', { name: 'Time in range', exact: true });
  await panel.evaluate((element) => element.scrollIntoView());
  await panel.getByRole('radiogroup', { name: 'Period' }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await page.context().newCDPSession(page);
  // The CPU time of the thread, so that other load of the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busyMs(devtools);
  held.resolve();
  await panel.locator('canvas').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return (await busyMs(devtools)) - before;
}

async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}
