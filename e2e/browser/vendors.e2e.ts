import type { Page } from '@playwright/test';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { choose } from './support/choose.ts';
import { confirmEmail, setRange, signIn, signUp } from './support/new-user.ts';
import { expect, login, test } from './support/vendors.ts';

/** A new user chooses a source. */
async function atTheCards(page: Page): Promise<void> {
  const person = newUser();
  await signUp(page, person);
  await confirmEmail(page, person);
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'CGM Connection' })).toBeVisible();
}

async function fillCard(page: Page, card: 'Dexcom' | 'FreeStyleLibre', name: string): Promise<void> {
  await choose(page.getByRole('radio', { name: card }));
  await page.getByLabel(card === 'Dexcom' ? 'Username' : 'Email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Save and proceed' }).click();
const save = (page: Page) =>
  page
    .getByRole('region', { name: 'CGM Connection' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
const firstReading = (page: Page) =>
  expect(page.getByRole('main')).toContainText(/(\d+ mg\/dL|LOW|HIGH).*Received/);

test('[SRC-1] [CON-2] [CON-3] [CON-5] Dexcom Share, from its card through the other region to the first reading', async ({
  page,
  tealight,
}) => {
  await atTheCards(page);
  await fillCard(page, 'Dexcom', login.username);
  await proceed(page);
  await expect(page.getByText(/Dexcom did not accept this login/)).toBeVisible();
  await page.getByRole('button', { name: 'Try the other region' }).click();
  await expect(page.getByText('You have successfully connected to Dexcom')).toBeVisible();
  await setRange(page);
  await expect(page).toHaveURL(`${tealight.url}/`);
  await firstReading(page);
  await expect(page.getByText('Successfully connected to Dexcom', { exact: true })).toBeVisible();
  for (const secret of [login.username, login.password]) expect(tealight.said()).not.toContain(secret);
});

test('[SRC-1] [CON-2] [CON-3] LibreLinkUp with two people who share, from its card to the first reading of one of them', async ({
  page,
  vendors,
  tealight,
}) => {
  await vendors.setScenario('libre', 'several');
  await atTheCards(page);
  await fillCard(page, 'FreeStyleLibre', login.email);
  await proceed(page);
  await expect(page.getByText('You have successfully connected to Freestyle Libre')).toBeVisible();
  await page.getByRole('button', { name: 'Kim Example' }).click();
  await expect(page.getByText('You see the readings of Kim Example')).toBeVisible();
  await setRange(page);
  await firstReading(page);
  await expect(page.getByText('Successfully connected to FreeStyle Libre', { exact: true })).toBeVisible();
  for (const secret of [login.email, login.password]) expect(tealight.said()).not.toContain(secret);
});

test('[SRC-1] [CON-5] Dexcom by signing in at Dexcom, whose readings are delayed and marked as delayed', async ({
  page,
  tealight,
}) => {
  await atTheCards(page);
  await choose(page.getByRole('radio', { name: 'Dexcom' }));
  await page.getByRole('button', { name: 'Sign in at Dexcom' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await expect(page.getByText('You have successfully connected to Dexcom')).toBeVisible();
  await setRange(page);
  await expect(page).toHaveURL(`${tealight.url}/`);
  await expect(page.getByText(/Dexcom shows readings here 60 to \d+ minutes late/)).toBeVisible();
  await expect(page.getByRole('main').locator('s')).toHaveText(/\d+ mg\/dL/);
});

test('[CON-5] a person who declines at Dexcom returns without a connection, and sees why', async ({
  page,
}) => {
  await atTheCards(page);
  await choose(page.getByRole('radio', { name: 'Dexcom' }));
  await page.getByRole('button', { name: 'Sign in at Dexcom' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await expect(page.getByText(/The sign-in at Dexcom was not finished/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'CGM Connection' })).toBeVisible();
});

test('[CON-6] each rejection by a vendor is shown on the card, with what to do', async ({
  page,
  vendors,
  tealight,
}) => {
  await openAs(page, await wearerOf(tealight.url), '/signup/connection-setup');
  const attempt = async (vendor: 'dexcomUs' | 'libre', scenario: string, sentence: RegExp) => {
    await vendors.setScenario(vendor, scenario);
    await proceed(page);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  };
  await fillCard(page, 'Dexcom', login.username);
  await attempt('dexcomUs', 'locked', /has locked this account/);
  await attempt('dexcomUs', 'busy', /asked us to wait/);
  await attempt('dexcomUs', 'down', /cannot be reached/);
  await fillCard(page, 'FreeStyleLibre', login.email);
  await attempt('libre', 'terms', /has terms to accept.*then try again/);
  await attempt('libre', 'unshared', /Nobody shares with this LibreLinkUp login/);
  await attempt('libre', 'locked', /has locked this account/);
  await attempt('libre', 'maintenance', /cannot be reached/);
});

test.describe('where readings are delayed', () => {
  test.use({ libreLateMs: [20 * 60_000, 20 * 60_000] });

  test('[CON-9] [DASH-2] the dashboard says when a source sends nothing, with the time of the next attempt', async ({
    page,
    tealight,
  }) => {
    await openAs(page, await wearerOf(tealight.url));
    await fillCard(page, 'FreeStyleLibre', login.email);
    await save(page);
    await expect(page.getByText(/^No current data since .*, \d\d min ago$/)).toBeVisible();
    await expect(page.getByText(/answers, but has nothing new/)).toBeVisible();
    await expect(page.getByText('Sensor silent', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Retrying automatically at /)).toBeVisible();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('button', { name: 'Checking…' })).toBeFocused();
    await expect(page.getByRole('main').locator('s')).toHaveText(/\d+ mg\/dL/);
  });
});
