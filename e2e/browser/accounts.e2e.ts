import { newUser } from '../../simulators/fixtures/new-user.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { expect, test } from './support/environment.ts';
import { confirmEmail, followMail, signIn, signUp } from './support/new-user.ts';

test('@both [RST-1] [RST-2] [RST-3] [RST-4] a wearer who forgot the password chooses a new one', async ({
  page,
  tealight,
}) => {
  const wearer = await wearerOf(tealight.url);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(wearer.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please check your email')).toBeVisible();
  await followMail(page, wearer, 'reset-link');

  const renewed = { ...wearer, password: 'Quite-another1!' };
  await page.locator('input[name=newPassword]').fill(renewed.password);
  await page.locator('input[name=confirmNewPassword]').fill('Quite-different1!');
  await page.locator('input[name=confirmNewPassword]').blur();
  await expect(page.getByText('Password mismatch')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.locator('input[name=confirmNewPassword]').fill(renewed.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your password has been successfully reset')).toBeVisible();

  const old = await fetch(`${tealight.url}/api/v1/UserProfile/current-user`, {
    headers: { authorization: `Bearer ${wearer.token}` },
  });
  expect(old.status).toBe(401);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, wearer);
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
  await signIn(page, renewed);
  await expect(page).toHaveURL(`${tealight.url}/`);
  await followMail(page, wearer, 'reset-link');
  await expect(
    page.getByText('It seems that the reset link has expired or is no longer valid'),
  ).toBeVisible();
});

test('[SUP-8] [SUP-9] a link that is used or invalid says so and offers another email', async ({ page }) => {
  const expired = page.getByText('It seems that the invitation link has expired or is no longer valid');
  await page.goto('/api/v1/Authorization/email/confirm?token=made-up');
  await expect(expired).toBeVisible();
  await page.goto('/login/confirm-email?comfirmtype=expired');
  await expect(page).toHaveURL(/\/signup\/confirm-email\?comfirmtype=expired$/);
  await expect(expired).toBeVisible();
});

test('[LOG-3] the first sign-in leads to the connection, the second to the dashboard', async ({
  page,
  tealight,
}) => {
  const person = newUser();
  await signUp(page, person);
  await confirmEmail(page, person);
  await signIn(page, person);
  await expect(page).toHaveURL(/connection-setup$/);
  await page
    .getByRole('button', { name: 'Skip for now' })
    .or(page.getByRole('link', { name: 'Skip for now' }))
    .click();
  await expect(page).toHaveURL(/range-setup$/);
  // The address changes before the page does: the link of the old page leads to the current address.
  await expect(page.getByRole('heading', { name: 'Range Setup' })).toBeVisible();
  await page
    .getByRole('button', { name: 'Skip for now' })
    .or(page.getByRole('link', { name: 'Skip for now' }))
    .click();
  await expect(page).toHaveURL(`${tealight.url}/`);

  // For the same reason: a menu of the old page closes with it.
  await expect(page.getByText('Device Connection Code').first()).toBeVisible();
  await expect(async () => {
    // The press before may have been answered late.
    if (page.url().endsWith('/login')) return;
    await page.getByRole('button', { name: /Ada Moreno/ }).click({ timeout: 3000 });
    await page.getByRole('menuitem', { name: 'Log out' }).click({ timeout: 3000 });
  }).toPass();
  await expect(page).toHaveURL(/login$/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await signIn(page, person);
  await expect(page).toHaveURL(`${tealight.url}/`);
});

test('[SUP-7] signing up twice looks the same, and the owner of the address gets an email', async ({
  page,
  tealight,
}) => {
  const wearer = await wearerOf(tealight.url);
  await signUp(page, { ...wearer, firstName: 'Someone', lastName: 'Else' });
  // The page shows the emails that were written before it was opened.
  await expect(async () => {
    await page.goto('/outbox');
    await expect(page.getByText(/already/i).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});
