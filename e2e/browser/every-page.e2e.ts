import type { Page } from '@playwright/test';
import { listWearers } from '@tealight/contract';
import { connectedWearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';
import { layoutFaults } from './support/layout/layout-faults.ts';
import { allLoaded, openWhole } from './support/open-whole.ts';
import { violations, violationsOfLayout } from './support/violations.ts';

/** Every page is checked several times, on machines of any speed. */
test.setTimeout(240_000);

const publicPages = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?email=ada@example.org&token=0123456789',
  '/reset-password?link_expired=true',
  '/signup/confirm-email',
  '/signup/confirm-email?comfirmtype=success',
  '/not-me#0123456789',
  '/sign-in-link#0123456789',
  '/alarm',
  '/alarm#0123456789',
  ...['setup', 'devices', 'faq', 'contact', 'terms', 'privacy'].map((topic) => `/help/${topic}`),
];
const signedInPages = [
  '/account',
  '/alarm',
  '/alarms',
  '/security',
  '/support',
  '/signup/connection-setup',
  '/signup/range-setup',
  '/',
];

/** The sizes that are checked without opening a page again. */
async function faultsOf(page: Page, what: string): Promise<string[]> {
  const found = await violations(page, what);
  await page.setViewportSize({ width: 320, height: 844 });
  const faults = [...(await layoutFaults(page)), ...(await violationsOfLayout(page))];
  return [...found, ...faults.map((fault) => `${what}, on a screen of 320 pixels: ${fault}`)];
}

test('[SHELL-11] with text twice as large nothing is cut off, nothing scrolls sideways, every target can be hit, and axe finds nothing', async ({
  openLargeText,
  site,
  tealight,
}) => {
  await site.setScenario('well');
  const page = await openLargeText();
  const faults: Record<string, string[]> = {};
  const look = async (path: string, who = '') => {
    await openWhole(page, path);
    faults[path + who] = [...(await layoutFaults(page)), ...(await violationsOfLayout(page))];
  };
  for (const path of publicPages) await look(path);
  await openAs(page, await connectedWearer(tealight.url, site));
  for (const path of signedInPages) await look(path);
  await page.evaluate((token) => localStorage.setItem('accessToken', token), await newToken(tealight.url));
  await look('/', ' without a source');
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
});

const newToken = async (url: string) => (await wearerOf(url)).token;

test('[SHELL-11] public pages and their errors have no accessibility violations, and on a screen of 320 pixels nothing is cut off, scrolls sideways or cannot be hit', async ({
  page,
}) => {
  const found: string[] = [];
  for (const path of publicPages) {
    await openWhole(page, path);
    found.push(...(await faultsOf(page, path)));
  }
  await openWhole(page, '/signup');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Rules for Password' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('First name').focus();
  found.push(...(await faultsOf(page, 'sign-up with errors')));
  expect(found).toEqual([]);
});

test('[SHELL-11] signed-in pages, their dialogs and errors have no accessibility violations, and on a screen of 320 pixels nothing is cut off, scrolls sideways or cannot be hit', async ({
  page,
  site,
  tealight,
}) => {
  await site.setScenario('well');
  await openAs(page, await connectedWearer(tealight.url, site));
  const found: string[] = [];
  const look = async (what: string) => found.push(...(await faultsOf(page, what)));
  for (const path of signedInPages) {
    await openWhole(page, path);
    await look(path);
  }
  await page.getByRole('button', { name: 'Time in range menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('settings of time in range');

  await openWhole(page, '/account');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').focus();
  await look('account with an error');

  await openWhole(page, '/security');
  await page.getByRole('textbox', { name: 'Current password' }).fill('Not-the-password1!');
  await page.getByRole('textbox', { name: 'New password' }).fill('Password123!');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await look('security with errors');

  await page.evaluate((token) => localStorage.setItem('accessToken', token), await newToken(tealight.url));
  await openWhole(page, '/');
  await look('dashboard without a source');
  expect(found).toEqual([]);
});

const isList = (path: string) => path === listWearers.path;
/** Calls that fail: of whom the pages are, or all but that. `knownAlone`: an earlier list has named nobody else. */
const failures = [
  { name: 'the list of people', fails: isList, knownAlone: false },
  { name: 'the list of people, once it was loaded,', fails: isList, knownAlone: true },
  { name: 'everything but the list of people', fails: (path: string) => !isList(path), knownAlone: true },
];

for (const { name, fails, knownAlone } of failures) {
  test(`[SHELL-11] pages for which ${name} cannot be loaded have no accessibility violations`, async ({
    page,
    site,
    tealight,
  }) => {
    await site.setScenario('well');
    if (!knownAlone) await page.route(`**${listWearers.path}`, (route) => route.abort());
    await openAs(page, await connectedWearer(tealight.url, site), '/support');
    if (knownAlone)
      await page.waitForFunction(() => localStorage.getItem('tealight-several-wearers') === 'no');
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && fails(pathname),
      (route) => route.fulfill({ status: 500, body: '{}' }),
    );
    const found: string[] = [];
    for (const path of signedInPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await allLoaded(page);
      found.push(...(await violations(page, path)));
    }
    expect(found).toEqual([]);
  });
}
