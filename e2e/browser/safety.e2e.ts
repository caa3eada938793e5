import { signIn } from '@tealight/contract';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

test.use({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' } });

/** The newest link of this kind in the stored emails to an address. */
async function linkFor(url: string, email: string, kind: RegExp): Promise<string> {
  await expect.poll(async () => (await mailsTo(url, email)).some((text) => kind.test(text))).toBe(true);
  const found = (await mailsTo(url, email)).flatMap((text) => text.match(kind) ?? []);
  return found[0] ?? '';
}

async function mailsTo(url: string, email: string): Promise<string[]> {
  const answer = await fetch(`${url}/outbox`, { headers: { accept: 'application/json' } });
  const mails = (await answer.json()) as { to: string; text: string }[];
  return mails.filter(({ to }) => to === email).map(({ text }) => text);
}

test('@both [LOG-4] an owner whose password someone is guessing signs in with an emailed link, and sees that sign-in listed', async ({
  page,
  tealight,
}) => {
  const { email } = await wearerOf(tealight.url);
  let [guess, status] = [0, 0];
  while (status !== 429 && guess < 40) {
    guess += 1;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${guess}` };
    const body = JSON.stringify({ email, password: 'Wrong-guess7!' });
    ({ status } = await fetch(tealight.url + signIn.path, { method: 'POST', headers, body }));
  }
  await page.goto(await linkFor(tealight.url, email, /http\S+\/sign-in-link#\S+/));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${tealight.url}/`);
  await page.goto('/security');
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await expect(activity).toContainText('Signed in');
});

test('[SUP-9] a confirmation link that an email scanner opened first still says that the account is active', async ({
  page,
  tealight,
}) => {
  const { email } = await wearerOf(tealight.url);
  const link = await linkFor(tealight.url, email, /http\S+email\/confirm\S+/);
  await page.goto(link);
  await expect(page).toHaveURL(/comfirmtype=success/);
  await page.goto(await linkFor(tealight.url, email, /http\S+\/not-me#\S+/));
  await page.getByRole('button', { name: 'Remove the account' }).click();
  await expect(page.getByRole('heading', { name: 'This account is already active' })).toBeVisible();
});

test('[PWD-1] a common password is rejected with both messages, and a good one is accepted', async ({
  page,
  tealight,
}) => {
  const wearer = await wearerOf(tealight.url);
  await openAs(page, wearer);
  await page.goto('/security');
  await page.getByRole('textbox', { name: 'Current password' }).fill(wearer.password);
  await page.getByRole('textbox', { name: 'New password' }).fill('Password123!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password is not valid').first()).toBeVisible();
  await expect(page.getByText(/too common/).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('Green-lamp-at-3-in-the-night!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your password has been changed successfully')).toBeVisible();
});
