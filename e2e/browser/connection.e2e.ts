import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectedWearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs, openDashboard } from './support/as-wearer.ts';
import { choose } from './support/choose.ts';
import { expect, test } from './support/environment.ts';
import { codeOn, glowOf, lightLamp } from './support/glow.ts';

test('[CON-6] each mistake in connecting a site has its own message, and nothing is saved', async ({
  page,
  site,
  tealight,
}) => {
  const page404 = createServer((_, answer) => answer.writeHead(404).end('<h1>Nothing here</h1>')).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resume) => page404.once('listening', resume));
  const elsewhere = `http://127.0.0.1:${(page404.address() as AddressInfo).port}`;
  await openAs(page, await wearerOf(tealight.url), '/signup/connection-setup');
  await choose(page.getByRole('radio', { name: /Nightscout/ }));
  const attempt = async (endpoint: string, apiSecret: string, sentence: RegExp) => {
    await page.getByLabel('Endpoint').fill(endpoint);
    await page.getByLabel('Api Secret').fill(apiSecret);
    await page.getByRole('button', { name: 'Save and proceed' }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('Endpoint')).toHaveValue(endpoint);
  };
  await attempt(site.endpoint, 'a wrong secret', /did not accept this API secret/);
  await attempt(elsewhere, site.apiSecret, /no Nightscout at this address/);
  await attempt('http://127.0.0.1:9', site.apiSecret, /cannot be reached/);
  await site.setScenario('half-answer');
  await attempt(site.endpoint, site.apiSecret, /doesn’t look like a Nightscout/);
  page404.close();
  await page.goto('/');
  await expect(page.getByText('Not connected')).toBeVisible();
});

test('[CON-4] [CON-8] [DASH-1] a wearer disconnects, and connects again', async ({
  page,
  site,
  tealight,
}) => {
  await openDashboard(page, { site, tealight }, 120);
  const disconnect = async (how: string) => {
    await page.getByRole('button', { name: 'Connection menu' }).click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: how }).click();
  };
  const heading = page.getByRole('heading', { name: 'CGM Connection' });
  await disconnect('Disconnect and keep the login');
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Connect Nightscout again' }).click();
  await expect(page.getByRole('main')).toContainText('120 mg/dL');
  await expect(heading).toBeFocused();
  await disconnect('Disconnect and erase the login');
  await expect(page.getByText('You are successfully disconnected from Nightscout')).toBeVisible();
  await expect(page.getByText('Not connected')).toBeVisible();

  await page.getByRole('button', { name: /Apply.*Nightscout|Nightscout.*Apply/ }).click();
  await page.getByLabel('Endpoint').fill(site.endpoint);
  await page.getByLabel('Api Secret').fill(site.apiSecret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('You have successfully connected to Nightsout')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('120 mg/dL');
  await expect(heading).toBeFocused();
});

test('[DASH-3] [RNG-3] [DASH-6] a wearer who uses mmol/L sees all values in it', async ({
  page,
  site,
  tealight,
}) => {
  await openDashboard(page, { site, tealight }, 126);
  const before = await glowOf(page);
  const range = page.getByRole('region', { name: 'Range Setup' });
  await range.getByRole('button', { name: 'Edit' }).click();
  await range.getByText('mmol/L', { exact: true }).first().click();
  await expect(range.getByRole('textbox', { name: 'High', exact: true })).toHaveValue('10.0');
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main')).toContainText('7.00 mmol/L');
  await expect(range).toContainText('3.9 mmol/L');
  expect((await glowOf(page)).slice(1, 3)).toBe(before.slice(1, 3));
});

test('[DASH-1] [DEV-2] a value that the sensor could not measure is LOW on the dashboard and on the lamp, and no number is shown for it', async ({
  page,
  site,
  tealight,
}) => {
  await site.measures(39);
  await openAs(page, await connectedWearer(tealight.url, site));
  await expect(page.getByText('LOW', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').getByText(/^Urgent low: below 40 mg\/dL/)).toBeAttached();
  await expect(page.getByRole('region', { name: 'CGM Connection' })).not.toContainText(/(?<![:\d])39\b/);
  const code = await codeOn(page);
  const glow = await page.request.get(`/device/v1/glow?code=${code}`);
  expect(await glow.json()).toMatchObject({ text: 'LOW', value: 39, delta: null, zone: 'low' });
  await lightLamp(page, code);
  await choose(page.getByRole('switch', { name: 'Show the number' }));
  await expect(page.locator('b').getByText('LOW', { exact: true })).toBeVisible();
});

test('[CON-9] [DASH-2] when a sensor stops sending, no number looks current', async ({
  page,
  site,
  tealight,
}) => {
  await site.measures(141, { date: Date.now() - 16 * 60_000 });
  await openAs(page, await connectedWearer(tealight.url, site));
  const main = page.getByRole('main');
  await expect(main.locator('s', { hasText: '141 mg/dL' })).toBeVisible();
  await expect(main).toContainText('No current data since');
  expect(await glowOf(page)).toBe('#ffffff');
});
