import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { openAs } from '../e2e/browser/support/as-wearer.ts';
import { freePort } from '../e2e/browser/support/tealight.ts';
import { connectedWearer } from '../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../simulators/nightscout/nightscout.ts';
import { serve } from '../simulators/serve.ts';
import { launchTealight } from './support/launch.ts';
import { pageLoads } from './support/page-loads.ts';
import { atLeast, figure, type Result, withDeadline } from './support/result.ts';

/** Goals: scores of Lighthouse's slow-4G mobile profile, and the layout shift. */
const SCORE = 95;
const SHIFT = 0.02;
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
    const login = await judged(`${tealight.url}/login`, port);
    const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: secret });
    const page = await browser.newPage();
    await openAs(page, wearer, `${tealight.url}/`);
    await page.getByText('mg/dL').first().waitFor();
    const dashboard = await judged(`${tealight.url}/`, port);
    return [...login, ...dashboard, ...(await pageLoads(tealight.url, wearer.token))];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function judged(url: string, port: number): Promise<Result[]> {
  const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true } as const;
  const { lhr } = (await lighthouse(url, flags)) ?? {};
  if (lhr === undefined) throw new Error('Lighthouse gave no report');
  const path = new URL(url).pathname;
  const scores = Object.values(lhr.categories).map(({ title, score }) =>
    atLeast(`${path} ${title}`, Math.round((score ?? 0) * 100), { least: SCORE }),
  );
  const shift = lhr.audits['cumulative-layout-shift']?.numericValue ?? 0;
  const timeOf = (audit: string) => `${Math.round(lhr.audits[audit]?.numericValue ?? Number.NaN)} ms`;
  const times = [
    timeOf('first-contentful-paint'),
    timeOf('largest-contentful-paint'),
    timeOf('total-blocking-time'),
  ];
  return [
    ...scores,
    figure(`${path} first and largest content, blocked in all`, times.join(', ')),
    withDeadline(`${path} layout shift`, shift, { most: SHIFT, unit: '' }),
  ];
}
