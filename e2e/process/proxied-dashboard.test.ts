import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { saveRange } from '@tealight/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailedLink } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { choose } from '../browser/support/choose.ts';
import { certificateIn } from '../support/proxies/authority.ts';
import { caddy, has, nginx } from '../support/proxies/proxies.ts';
import { json, tlsClient } from '../support/proxies/tls-client.ts';
import { realProcess } from '../support/real-process.ts';

const SECRET = 'a secret of the site';
const person = { email: 'ada@example.org', password: 'Analytical1!' };
const browserPath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium'].find((path) => existsSync(path));
const isBuilt = existsSync(fileURLToPath(new URL('../../web/dist/index.html', import.meta.url)));

/** A page in a real browser, which ends with the test. The authority is one of this test: it is not installed. */
async function newPage(): Promise<Page> {
  const browser = await chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    args: ['--no-sandbox'],
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signup`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText("Welcome! We're excited to have you.").waitFor();
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function connect(page: Page, endpoint: string): Promise<void> {
  await choose(page.getByRole('radio', { name: /Nightscout/ }));
  await page.getByLabel('Endpoint').fill(endpoint);
  await page.getByLabel('Api Secret').fill(SECRET);
  await page.getByRole('button', { name: 'Save and proceed' }).click();
  await page.getByLabel('High', { exact: true }).fill('180');
  await page.getByLabel(/^In.range$/).fill('110');
  await page.getByLabel('Low', { exact: true }).fill('70');
  await page.getByRole('button', { name: 'Save and proceed' }).click();
}

const proxies = { nginx, caddy };
const names = Object.keys(proxies) as (keyof typeof proxies)[];
const canRun = browserPath !== undefined && isBuilt;
const run = names.filter((name) => canRun && has(name));
if (run.length < names.length) {
  process.stderr.write(
    'Dashboards are not followed behind each proxy: that needs nginx, Caddy and a Chromium.\n',
  );
}

describe.each(names)('behind %s', (name) => {
  test.runIf(run.includes(name))(
    '[OPS-3] an account is made in a browser, and its dashboard follows changes without a reload',
    async () => {
      await using tealight = await realProcess({
        PUBLIC_URL: 'https://localhost',
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMITS: 'on',
        OUTBOX_PAGE: 'on',
        PRIVATE_ENDPOINTS: 'on',
        ROLES: 'api,poll,devices',
      });
      const folder = mkdtempSync(join(tmpdir(), 'tealight-dashboard-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const nodes = [new URL(tealight.url).host];
      const certificate = certificateIn(folder);
      await using proxy = await proxies[name]({ folder, nodes, certificate });
      const site = await serve(nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef' }));
      onTestFinished(site.close);
      const page = await newPage();
      await signUp(page, proxy.url);
      const { pathname, search } = new URL(
        await mailedLink(tealight.url, person.email, /http\S*email\/confirm\S*/),
      );
      await page.goto(proxy.url + pathname + search);
      await signIn(page, proxy.url);
      await connect(page, site.url);
      const main = page.getByRole('main');
      await main
        .getByText(/\d+ mg\/dL/)
        .first()
        .waitFor();
      expect(await page.evaluate('isSecureContext')).toBe(true);
      // From elsewhere: the page learns of it by its event stream.
      const token = String(await page.evaluate("localStorage.getItem('accessToken')"));
      const range = json({ unit: 'mg/dL', high: 200, inRange: 110, low: 70 }, token);
      expect((await tlsClient(certificate.ca).call(proxy.url + saveRange.path, range)).status).toBe(200);
      await page.getByRole('region', { name: 'Range Setup' }).getByText('200 mg/dL').waitFor();
    },
  );
});
