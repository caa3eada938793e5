import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { connectedWearer, type Wearer } from '../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../simulators/nightscout/nightscout.ts';
import { serve } from '../simulators/serve.ts';
import { openAs } from './browser/support/as-wearer.ts';
import { codeOn, lightLamp } from './browser/support/glow.ts';
import { startTealight } from './browser/support/tealight.ts';
import { freePort } from './support/free-port.ts';

// Makes the pictures of the README from the running product: npm run screenshots (CHROMIUM names a browser).

const folder = 'docs/pictures';
const secret = 'a secret of the site';
const wanted = [
  { name: 'dashboard', width: 1280, height: 980, scheme: 'light' },
  { name: 'phone', width: 390, height: 844, scheme: 'dark' },
] as const;

/** Importing ninety days takes a moment, and the pictures should show all of them. */
const HISTORY_MS = 15_000;

async function photograph(browser: Browser, url: string, wearer: Wearer): Promise<void> {
  let code = '';
  for (const { name, width, height, scheme } of wanted) {
    const page = await browser.newPage({
      baseURL: url,
      viewport: { width, height },
      deviceScaleFactor: 2,
      colorScheme: scheme,
    });
    await openAs(page, wearer);
    await page.getByText('mg/dL').first().waitFor();
    code = await codeOn(page);
    await settled(page);
    await page.screenshot({ path: `${folder}/${name}.png` });
    await page.close();
  }
  const lamp = await browser.newPage({ baseURL: url, viewport: { width: 390, height: 844 } });
  await lightLamp(lamp, code);
  await settled(lamp);
  await lamp.screenshot({ path: `${folder}/lamp.png` });
}

const settled = (page: Page) => page.waitForTimeout(4000);

const dataDir = await mkdtemp(join(tmpdir(), 'tealight-pictures-'));
const site = await serve(nightscoutSite({ secret, token: 'reader-0123456789abcdef', life: { seed: 7 } }));
const environment = { MQTT_PORT: String(await freePort()), RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
const tealight = await startTealight(dataDir, environment);
const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
try {
  const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: secret });
  await new Promise((resume) => setTimeout(resume, HISTORY_MS));
  await photograph(browser, tealight.url, wearer);
} finally {
  await browser.close();
  await tealight.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
}
