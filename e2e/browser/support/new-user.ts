import { expect, type Page } from '@playwright/test';
import type { NewUser } from '../../../simulators/fixtures/new-user.ts';
import { choose } from './choose.ts';
import type { SimulatedSite } from './environment.ts';

/** From the first page to 'verify your email'. */
export async function signUp(page: Page, person: NewUser): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page, person);
}

/** From the open form to 'verify your email'. */
export async function fillSignUp(page: Page, person: NewUser): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText("Welcome! We're excited to have you.")).toBeVisible();
}

/** Opens the link that was emailed to the new user from the outbox page, once the email is there. */
export async function confirmEmail(page: Page, person: Pick<NewUser, 'email'>): Promise<void> {
  await followMail(page, person, 'email/confirm');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
}

/** Follows the link of the newest email to this person that leads to an address with `path` in it. */
export async function followMail(page: Page, { email }: Pick<NewUser, 'email'>, path: string): Promise<void> {
  const mails = page.getByRole('article').filter({ hasText: `To ${email}` });
  const link = mails.locator(`a[href*="${path}"]`).first();
  await expect(async () => {
    await page.goto('/outbox');
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.goto((await link.getAttribute('href')) ?? '');
}

export async function signIn(page: Page, { email, password }: NewUser): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The connection step with a Nightscout site. */
export async function connectNightscout(page: Page, site: SimulatedSite): Promise<void> {
  await expect(page.getByRole('heading', { name: 'CGM Connection' })).toBeVisible();
  await choose(page.getByRole('radio', { name: /Nightscout/ }));
  await page.getByLabel('Endpoint').fill(site.endpoint);
  await page.getByLabel('Api Secret').fill(site.apiSecret);
  await page.getByRole('button', { name: 'Save and proceed' }).click();
}

/** The range step with the usual setpoints. */
export async function setRange(page: Page): Promise<void> {
  await page.getByLabel('High', { exact: true }).fill('180');
  await page.getByLabel(/^In.range$/).fill('110');
  await page.getByLabel('Low', { exact: true }).fill('70');
  await page.getByRole('button', { name: 'Save and proceed' }).click();
}
