import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs, openDashboard } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

test('[API-3] [SHELL-3] a session that ends during editing leads to the login page', async ({
  page,
  tealight,
}) => {
  const wearer = await wearerOf(tealight.url);
  await openAs(page, wearer, '/account');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('First name').fill('Augusta');
  await send(`${tealight.url}/api/v1/Authorization/sign-out`, {}, wearer.token);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please sign in again')).toBeVisible();
});

test('[API-3] [DASH-5] what fails without a network recovers when the network is back', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await openDashboard(page, { site, tealight }, 118);
  const range = page.getByRole('region', { name: 'Range Setup' });
  await range.getByRole('button', { name: 'Edit' }).click();
  await range.getByRole('textbox', { name: 'High', exact: true }).fill('200');
  await context.setOffline(true);
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Network error').first()).toBeVisible();
  await expect(range.getByRole('textbox', { name: 'High', exact: true })).toHaveValue('200');
  await context.setOffline(false);
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(range).toContainText('200 mg/dL');
});

test('[SHELL-1] [SHELL-2] [SHELL-3] [SHELL-4] every address leads to the right page', async ({
  page,
  tealight,
}) => {
  const at = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    return new URL(page.url()).pathname;
  };
  for (const path of [
    '/',
    '/account',
    '/security',
    '/support',
    '/signup/connection-setup',
    '/signup/range-setup',
  ])
    expect(await at(path)).toBe('/login');
  for (const path of ['/login', '/signup', '/signup/login', '/forgot-password', '/reset-password'])
    expect(await at(path)).toBe(path);
  await openAs(page, await wearerOf(tealight.url));
  for (const path of [
    '/',
    '/account',
    '/security',
    '/support',
    '/signup/connection-setup',
    '/signup/range-setup',
  ])
    expect(await at(path)).toBe(path);
  for (const path of ['/login', '/signup', '/signup/login', '/dashboard', '/no/such/page'])
    expect(await at(path)).toBe('/');
});

test('[SHELL-10] no page sends a request to another host, and the console shows no errors', async ({
  page,
  site,
  tealight,
}) => {
  const faults: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && host !== new URL(tealight.url).host) faults.push(request.url());
  });
  page.on('console', (message) => {
    // On a slow machine Chromium says of what is loaded early that it is not used yet.
    if (/preloaded using link preload/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password', '/lamp', '/help/faq']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  await openDashboard(page, { site, tealight }, 99);
  for (const path of ['/account', '/security', '/support']) await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
  expect(faults).toEqual([]);
});
