import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { atMost, median, type Result } from './result.ts';

const LOADS = 5;
/** Until a page has loaded what is in view; six quiet seconds later it loads the rest. */
const SETTLE_MS = 2500;
/** Until the service worker has cached all files, which it does once the page is idle. */
const CACHE_MS = 12_000;
/** A phone on slow 4G, as Lighthouse simulates it. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 };
const SLOW_CPU = 4;

/** When the value of the reading is visible on the dashboard, in ms from the navigation; goals of the product. */
const networks = [
  { name: 'local', isSlow: false, first: 600, later: 350 },
  { name: 'slow 4G, processor ÷ 4', isSlow: true, first: 2000, later: 1000 },
] as const;

type Traffic = { requests: number; scriptBytes: number; bytes: number };

/** First page loads without a service worker, and later ones with it, of a wearer who is signed in. */
export async function pageLoads(url: string, token: string): Promise<Result[]> {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ['--no-sandbox'],
  });
  const signedIn = async (serviceWorkers: 'allow' | 'block') => {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, serviceWorkers });
    await context.addInitScript((value) => {
      localStorage.setItem('accessToken', value);
      // As the first list of people leaves it in the browser of somebody who sees nobody else.
      localStorage.setItem('tealight-several-wearers', 'no');
    }, token);
    return context;
  };
  try {
    const results: Result[] = [];
    for (const { name, isSlow, first, later } of networks) {
      const firstTimes: number[] = [];
      for (let load = 0; load < LOADS; load += 1) {
        await using context = await signedIn('block');
        firstTimes.push(await valueVisibleMs(context, url, isSlow));
      }
      await using context = await signedIn('allow');
      await (await opened(context, url, false)).waitForTimeout(CACHE_MS);
      const laterTimes: number[] = [];
      for (let load = 0; load < LOADS; load += 1) laterTimes.push(await valueVisibleMs(context, url, isSlow));
      results.push(
        atMost(`value visible, first load, ${name}`, median(firstTimes), { most: first, unit: 'ms' }),
        atMost(`value visible, later load, ${name}`, median(laterTimes), {
          most: later,
          unit: 'ms',
        }),
      );
    }
    const signedOut = () => browser.newContext({ serviceWorkers: 'block' });
    return [
      ...results,
      ...trafficResults('/login', await medianTraffic(signedOut, `${url}/login`)),
      ...trafficResults('/', await medianTraffic(() => signedIn('block'), url)),
    ];
  } finally {
    await browser.close();
  }
}

function trafficResults(path: string, { requests, scriptBytes, bytes }: Traffic): Result[] {
  return [
    atMost(`${path} first load: requests`, requests, { most: 25, unit: '' }),
    atMost(`${path} first load: JavaScript, as sent`, scriptBytes / 1000, { most: 170, unit: 'kB' }),
    atMost(`${path} first load: everything, as sent`, bytes / 1000, { most: 260, unit: 'kB' }),
  ];
}

async function valueVisibleMs(context: BrowserContext, url: string, isSlow: boolean): Promise<number> {
  const page = await opened(context, url, isSlow);
  // By the page's own clock: when the text was there, not when the test learned of it.
  const visibleMs = await page.evaluate(() => performance.now());
  await page.close();
  return visibleMs;
}

async function opened(context: BrowserContext, url: string, isSlow: boolean): Promise<Page> {
  const page = await context.newPage();
  if (isSlow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  }
  await page.goto(url, { waitUntil: 'commit' });
  // The orb with a reading.
  await page.waitForFunction(() => document.querySelector('[data-empty="false"] b') !== null, undefined, {
    polling: 'raf',
  });
  return page;
}

/** Of several loads: while one lasts, a new reading may arrive, which the page then asks for as well. */
async function medianTraffic(newContext: () => Promise<BrowserContext>, url: string): Promise<Traffic> {
  const loads: Traffic[] = [];
  while (loads.length < LOADS) {
    await using context = await newContext();
    loads.push(await trafficOf(context, url));
  }
  const medianOf = (part: keyof Traffic) => median(loads.map((load) => load[part]));
  return {
    requests: medianOf('requests'),
    scriptBytes: medianOf('scriptBytes'),
    bytes: medianOf('bytes'),
  };
}

async function trafficOf(context: BrowserContext, url: string): Promise<Traffic> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const traffic = { requests: 0, scriptBytes: 0, bytes: 0 };
  const types = await requestTypes(devtools);
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') traffic.scriptBytes += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  return { ...traffic, requests: types.size };
}

/** The requests that go to the network, by their ids, filled as they are sent. */
async function requestTypes(devtools: CDPSession): Promise<ReadonlyMap<string, string | undefined>> {
  const types = new Map<string, string | undefined>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('http')) types.set(requestId, type);
  });
  await devtools.send('Network.enable');
  return types;
}
