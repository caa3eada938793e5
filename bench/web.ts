import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { openAs } from '../e2e/browser/support/as-wearer.ts';
import { freePort } from '../e2e/support/free-port.ts';
import { connectedWearer } from '../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../simulators/nightscout/nightscout.ts';
import { serve } from '../simulators/serve.ts';
import { launchTealight } from './support/launch.ts';
import { pageLoads } from './support/page-loads.ts';
import { atLeast, atMost, figure, median, type Result } from './support/result.ts';

/** Goals: scores of Lighthouse's slow-4G mobile profile, and the layout shift. */
const SCORE = 95;
const SHIFT = 0.02;
/** Of each page; the median counts. */
const REPORTS = 3;
type LighthouseReport = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const secret = 'a secret of the site';

/** A phone on a slow network: Lighthouse on the login page and on the dashboard, what they load, and when the value is visible. */
export async function web(): Promise<Result[]> {
  const site = await serve(nightscoutSite({ secret, token: 'reader-0123456789abcdef' }));
  await using tealight = await launchTealight();
  const port = await freePort();
  const executablePath = process.env.CHROMIUM;
  const browser = await chromium.launchPersistentContext('', {
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    ...(executablePath && { executablePath }),
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${tealight.url}/login`);
    const login = await judged(page, '/login', port);
    const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: secret });
    await openAs(page, wearer, `${tealight.url}/`);
    await page.getByText('mg/dL').first().waitFor();
    const dashboard = await judged(page, '/', port);
    return [...login, ...dashboard, ...(await pageLoads(tealight.url, wearer.token))];
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Lighthouse's report of a first page load: nothing is cached, and no service worker is there. The wearer stays signed in. */
async function reportOn(page: Page, path: string, port: number): Promise<LighthouseReport> {
  const origin = new URL(page.url()).origin;
  // One that is registered later would answer the report's calls.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
  await session.detach();
  const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true } as const;
  const { lhr } = (await lighthouse(origin + path, flags)) ?? {};
  if (lhr === undefined) throw new Error('Lighthouse gave no report');
  return lhr;
}

const benchmarkIndexOf = ({ environment }: LighthouseReport): number => environment.benchmarkIndex;

/** Medians of three reports. `page`: one that is open on the same origin. */
async function judged(page: Page, path: string, port: number): Promise<Result[]> {
  const reports: LighthouseReport[] = [];
  while (reports.length < REPORTS) reports.push(await reportOn(page, path, port));
  const [first] = reports;
  const scores = Object.entries(first?.categories ?? {}).map(([id, { title }]) => {
    const each = reports.map(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100));
    return atLeast(`${path} ${title} (${each.join(', ')})`, median(each), { least: SCORE });
  });
  const medianOf = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (audit) => `${Math.round(medianOf(audit))} ms`,
  );
  return [
    ...scores,
    figure(`${path} first and largest content, blocked in all`, times.join(', ')),
    // Lighthouse slows this machine's processor down by 4, however fast it is: scores compare at like indexes only.
    figure(`${path} benchmark index of this machine`, `${Math.round(median(reports.map(benchmarkIndexOf)))}`),
    atMost(`${path} layout shift`, medianOf('cumulative-layout-shift'), { most: SHIFT, unit: '' }),
  ];
}
