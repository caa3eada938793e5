import type { Browser, Page } from '@playwright/test';
import { connectedWearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { type Environment, expect, test } from './support/environment.ts';

/** A page of somebody else's browser. */
async function otherBrowser(browser: Browser, { tealight }: Pick<Environment, 'tealight'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: tealight.url });
  return context.newPage();
}

/** The link of a new invitation, made on the page of the account's first person. */
async function invitationLink(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Invitations' });
  await panel.getByRole('button', { name: 'Invite somebody' }).click();
  await panel.getByRole('radio', { name: /By link/ }).check({ force: true });
  await panel.getByRole('button', { name: 'Make the link' }).click();
  return (await panel.locator('code').textContent()) ?? '';
}

test('[PPL-8] [PPL-12] [PPL-18] [PPL-24] a mother adds a child, lets the grandfather follow by link, and removes him while his page is open @both', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site), '/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Ben');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const list = page.getByRole('list', { name: 'People, in the order shown' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('118');
  await expect(list).toContainText('Not connected');

  await list.getByRole('link', { name: 'Manage Ada' }).click();
  const link = await invitationLink(page);

  const grandfather = await otherBrowser(browser, { tealight });
  await openAs(grandfather, await wearerOf(tealight.url), '/people');
  await grandfather.goto(link);
  await expect(grandfather.getByRole('main')).toContainText('invites you to follow Ada');
  await expect(grandfather.getByRole('main')).not.toContainText('118');
  await grandfather.getByRole('button', { name: 'Accept' }).click();
  await grandfather.getByRole('button', { name: 'Continue' }).click();
  await expect(grandfather).toHaveURL(/\/w\/[0-9a-z]{12}\/$/);
  await expect(grandfather.getByRole('main')).toContainText('118 mg/dL');
  await expect(grandfather).toHaveTitle(/^Ada/);
  await expect(grandfather.getByRole('main').getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await page.reload();
  await page
    .getByRole('button', { name: /^Remove .* / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(grandfather.getByRole('main')).toContainText('You no longer follow Ada');
  await expect(grandfather.getByRole('main')).not.toContainText('118');
  await grandfather.reload();
  await expect(grandfather.getByText('118 mg/dL')).toHaveCount(0);
});

test('[PPL-19] two tabs show two people, and what one of them selects does not switch the other', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site), '/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ben');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const cards = page.getByRole('list', { name: 'People, in the order shown' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  const [first, second] = await cards
    .getByRole('link', { name: /^(?!Manage)/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const other = await context.newPage();
  await page.goto(first ?? '');
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await other.goto(second ?? '');
  await expect(other).toHaveTitle(/^Ben/);
  await expect(other.getByText('118 mg/dL')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await page.getByRole('button', { name: /Person shown/ }).click();
  await page.getByRole('menuitem', { name: /Ben/ }).click();
  await expect(page).toHaveTitle(/^Ben/);
  await expect(page.getByText('118 mg/dL')).toHaveCount(0);
});

test('[PPL-24] [PPL-27] [PPL-28] the nurse’s link shows the reading without an account, and ends during the lesson', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await site.measures(118);
  await openAs(page, await connectedWearer(tealight.url, site), '/people');
  await page.getByRole('link', { name: /^Manage/ }).click();
  const panel = page.getByRole('region', { name: 'Share links' });
  await panel.getByRole('button', { name: 'Make a share link' }).click();
  await panel.getByLabel('Who is it for?').fill('School nurse');
  await panel.getByLabel('Name on the page (optional)').fill('A.');
  await panel.getByRole('button', { name: 'Make link' }).click();
  const link = (await panel.locator('code').textContent()) ?? '';
  expect(link).toMatch(/\/s#[0-9A-Za-z]{27}$/);

  const nurse = await otherBrowser(browser, { tealight });
  await nurse.goto(link);
  await expect(nurse.getByRole('main')).toContainText('118');
  await expect(nurse).toHaveTitle(/^A\./);
  await site.measures(131, { date: Date.now() });
  await panel.getByRole('button', { name: 'Done' }).click();
  await panel.getByRole('button', { name: 'End the link for School nurse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(nurse.getByRole('main')).toContainText('This link has expired or is no longer valid');
  await expect(nurse.getByRole('main')).not.toContainText(/118|131/);
});
