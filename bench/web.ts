import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { openAs } from '../e2e/browser/support/as-wearer.ts';
import { freePort } from '../e2e/browser/support/tealight.ts';
import { connectedWearer } from '../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../simulators/nightscout/nightscout.ts';
import { serve } from '../simulators/serve.ts';
import { launchTealight } from './support/launch.ts';
import { pageLoads } from './support/page-loads.ts';
import { atLeast, figure, median, type Result, withDeadline } from './support/result.ts';

/** Goals: scores of Lighthouse's slow-4G mobile profile, and the layout shift. */
const SCORE = 95;
const SHIFT = 0.02;
/** Of each page; the median counts. */
const REPORTS = 3;
/**
 * The benchmark index of a mid-tier phone: what Lighthouse's default, a quarter of the speed, makes of the fast desktop
 * that it is meant for, whose index is 1500 to 2000. Source: Lighthouse, docs/throttling.md, "Calibrating the CPU slowdown".
 */
const PHONE_INDEX = 1750 / 4;
/** The range of factors in the same table. */
const SLOWDOWN = { least: 1, most: 10 };
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

/**
 * Lighthouse's report of a first page load: nothing is cached, and no service worker is there. The wearer stays signed in.
 * `slowdown`: how many times slower than this machine the processor is taken to be.
 */
async function reportOn(
  page: Page,
  path: string,
  { port, slowdown }: { port: number; slowdown: number },
): Promise<LighthouseReport> {
  const origin = new URL(page.url()).origin;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
  await session.detach();
  const flags = {
    ...({ port, output: 'json', logLevel: 'error', disableStorageReset: true } as const),
    throttling: { cpuSlowdownMultiplier: slowdown },
  };
  const { lhr } = (await lighthouse(origin + path, flags)) ?? {};
  if (lhr === undefined) throw new Error('Lighthouse gave no report');
  return lhr;
}

const benchmarkIndexOf = ({ environment }: LighthouseReport): number => environment.benchmarkIndex;
const slowdownOf = ({ configSettings }: LighthouseReport): number =>
  configSettings.throttling.cpuSlowdownMultiplier;
const scoreOf = ({ categories }: LighthouseReport): number =>
  Math.round((categories.performance?.score ?? 0) * 100);

/** The factor that makes a machine of this index a mid-tier phone. */
const slowdownFor = (benchmarkIndex: number): number =>
  Math.min(SLOWDOWN.most, Math.max(SLOWDOWN.least, benchmarkIndex / PHONE_INDEX));

/** Medians of three reports. `page`: one that is open on the same origin. */
async function judged(page: Page, path: string, port: number): Promise<Result[]> {
  // The first report shows how fast the machine is, with Lighthouse's default; each of the others goes by the one before.
  const byDefault = await reportOn(page, path, { port, slowdown: 4 });
  const reports: LighthouseReport[] = [];
  while (reports.length < REPORTS) {
    const slowdown = slowdownFor(benchmarkIndexOf(reports.at(-1) ?? byDefault));
    reports.push(await reportOn(page, path, { port, slowdown }));
  }
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
    figure(
      `${path} benchmark index of this machine, factor to a phone`,
      reports
        .map((report) => `${Math.round(benchmarkIndexOf(report))}, ${slowdownOf(report).toFixed(1)}`)
        .join('; '),
    ),
    figure(`${path} Performance with the default factor of 4`, `${scoreOf(byDefault)}`),
    withDeadline(`${path} layout shift`, medianOf('cumulative-layout-shift'), { most: SHIFT, unit: '' }),
  ];
}
