import type { Page } from '@playwright/test';
import { careLinkVendor } from '../../simulators/carelink/carelink.ts';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { serve } from '../../simulators/serve.ts';
import { axeViolations } from './support/axe.ts';
import { choose } from './support/choose.ts';
import { test as base, expect } from './support/environment.ts';
import { confirmEmail, setRange, signIn, signUp } from './support/new-user.ts';

type SimulatedCareLink = { url: string; username: string; password: string };

/** A Tealight whose CareLink is simulated. */
const test = base.extend<{ carelink: SimulatedCareLink }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner requires a pattern
  carelink: async ({}, use) => {
    const who = { username: 'robin.example', password: 'made-up-password' };
    const served = await serve(careLinkVendor(who));
    await use({ url: served.url, ...who });
    await served.close();
  },
  environment: async ({ carelink }, use) => use({ CARELINK_URL: carelink.url }),
});

/** Where the simulated page has its field, its captcha and its button, in pixels of the remote page. */
const passwordField = { x: 540, y: 248 };
const captcha = { x: 390, y: 323 };
const send = { x: 540, y: 401 };
/** An error takes a line above both. */
const captchaBelowError = { x: 390, y: 354 };
const sendBelowError = { x: 540, y: 432 };

async function clickThere(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const box = await page.getByTestId('remote-screen').boundingBox();
  if (box === null) throw new Error('The remote page is not shown');
  await page.mouse.click(box.x + (x / 1080) * box.width, box.y + (y / 720) * box.height);
}

async function toTheSignInPage(page: Page, { username, password }: SimulatedCareLink): Promise<void> {
  const person = newUser();
  await signUp(page, person);
  await confirmEmail(page, person);
  await signIn(page, person);
  await choose(page.getByRole('radio', { name: 'Medtronic' }));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save and proceed' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in at CareLink' })).toBeVisible();
  await expect(page.getByText('Solve the puzzle')).toBeVisible();
}

test('[CON-7] [HUB-2] from the Medtronic card through the captcha to the first reading', async ({
  page,
  carelink,
  tealight,
}) => {
  await toTheSignInPage(page, carelink);
  expect(await axeViolations(page, { within: 'dialog' })).toEqual([]);
  await clickThere(page, captcha);
  await expect(page.getByText('The puzzle is solved')).toBeVisible();
  await clickThere(page, send);
  await expect(page.getByText('You have successfully connected to Medtronic')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sign in at CareLink' })).toBeHidden();
  await setRange(page);
  await expect(page).toHaveURL(`${tealight.url}/`);
  await expect(page.getByText('Successfully connected to Medtronic', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/\d+ mg\/dL.*Received/);
  for (const secret of [carelink.password, carelink.username, 'access_token=']) {
    expect(tealight.said()).not.toContain(secret);
  }
});

test('[CON-7] after a wrong password, the right one is typed into the remote page with the keyboard', async ({
  page,
  carelink,
}) => {
  await toTheSignInPage(page, { ...carelink, password: 'wrong' });
  await clickThere(page, captcha);
  await expect(page.getByText('The puzzle is solved')).toBeVisible();
  await clickThere(page, send);
  await expect(page.getByText('Solve the puzzle')).toBeVisible();
  await clickThere(page, passwordField);
  await page.keyboard.type(carelink.password);
  await clickThere(page, captchaBelowError);
  await expect(page.getByText('The puzzle is solved')).toBeVisible();
  await clickThere(page, sendBelowError);
  await expect(page.getByText('You have successfully connected to Medtronic')).toBeVisible();
});

test('[CON-7] [SHELL-11] Escape closes the remote page and gives the focus back, and it can be opened again', async ({
  page,
  carelink,
}) => {
  await toTheSignInPage(page, carelink);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Sign in at CareLink' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save and proceed' })).toBeFocused();
  await page.getByRole('button', { name: 'Save and proceed' }).click();
  await expect(page.getByText('Solve the puzzle')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[CON-7] taps and the on-screen keyboard reach the remote page', async ({ page, carelink }) => {
    await toTheSignInPage(page, { ...carelink, password: 'wrong' });
    const tap = async ({ x, y }: { x: number; y: number }) => {
      const screen = page.getByTestId('remote-screen');
      const box = await screen.boundingBox();
      if (box === null) throw new Error('The remote page is not shown');
      await screen.tap({ position: { x: (x / 1080) * box.width, y: (y / 720) * box.height } });
    };
    await tap(passwordField);
    await page.getByRole('button', { name: 'Keyboard' }).tap();
    const field = page.getByLabel('Type into the sign-in page');
    await expect(field).toBeFocused();
    for (const _ of 'wrong') await page.keyboard.press('Backspace');
    await page.keyboard.insertText(carelink.password);
    await tap(captcha);
    await expect(page.getByText('The puzzle is solved')).toBeVisible();
    await tap(send);
    await expect(page.getByText('You have successfully connected to Medtronic')).toBeVisible();
  });
});
