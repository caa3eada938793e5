import { newUser } from '../../simulators/fixtures/new-user.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { axeViolations } from './support/axe.ts';
import { expect, test } from './support/environment.ts';
import {
  addPerson,
  confirmHandOver,
  connectSensor,
  invite,
  manage,
  offerHandOver,
  openPeople,
  otherBrowser,
  peopleList,
  shareWithNurse,
} from './support/families/people.ts';
import { readQr } from './support/families/read-qr.ts';
import { confirmEmail, fillSignUp, followMail, signIn } from './support/new-user.ts';

test('[PPL-8] [PPL-12] [PPL-18] [PPL-24] a mother adds two children, the grandfather follows one by the QR code on her screen, and she removes him while his page is open @both', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await site.measures(118);
  await openAs(page, await wearerOf(tealight.url, { ...newUser(), firstName: 'Mona' }), '/people');
  const lenas = await addPerson(page, 'Lena');
  await addPerson(page, 'Ben');
  await connectSensor(page, lenas, site);
  await expect(page.getByRole('main')).toContainText('118 mg/dL');

  await manage(page, 'Lena');
  const panel = await invite(page, 'QR code');
  const link = await readQr(panel.getByRole('img', { name: 'QR code with the invitation' }));

  const grandfather = await otherBrowser(browser, { tealight });
  await openAs(grandfather, await wearerOf(tealight.url), '/people');
  await grandfather.goto(link);
  const his = grandfather.getByRole('main');
  await expect(his).toContainText('Mona invites you to follow Lena');
  // The address that he is signed in with has many digits.
  await expect(his).not.toContainText(/\b118\b|Ben/);
  await grandfather.getByRole('button', { name: 'Accept' }).click();
  await grandfather.getByRole('button', { name: 'Continue' }).click();
  await expect(grandfather).toHaveURL(/\/w\/[0-9a-z]{12}\/$/);
  await expect(his).toContainText('118 mg/dL');
  await expect(grandfather).toHaveTitle(/^Lena/);
  await expect(his.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await grandfather.goto('/people');
  await expect(peopleList(grandfather).getByRole('link', { name: 'Lena', exact: true })).toBeVisible();
  await expect(peopleList(grandfather)).not.toContainText('Ben');
  await grandfather.goto(lenas);
  await expect(his).toContainText('118 mg/dL');

  await page.reload();
  await page.getByRole('button', { name: /^Remove Ada / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(his).toContainText('You no longer follow Lena');
  await expect(his).not.toContainText('118');
  await grandfather.reload();
  await expect(his).toContainText('You do not follow this person, or no longer do');
  await expect(grandfather.getByText('118 mg/dL')).toHaveCount(0);
  await manage(page, 'Lena');
  await expect(page.getByRole('region', { name: 'Followers' })).toContainText('Nobody follows yet');
});

test('[PPL-12] [PPL-13] somebody without an account comes back to the invitation after confirming the email in another tab, and follows', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await openPeople(page, { site, tealight }, 118);
  await manage(page, 'Ada');
  const panel = await invite(page, 'By link');
  const link = (await panel.locator('code').textContent()) ?? '';

  const grandfather = await otherBrowser(browser, { tealight });
  await grandfather.goto(link);
  await grandfather.getByRole('link', { name: 'Sign up' }).click();
  const person = { ...newUser(), firstName: 'Karl' };
  await fillSignUp(grandfather, person);
  await expect(grandfather.getByText('Your invitation is waiting')).toBeVisible();
  const otherTab = await grandfather.context().newPage();
  await confirmEmail(otherTab, person);
  await signIn(otherTab, person);
  await expect(otherTab.getByRole('main')).toContainText('Ada invites you to follow Ada');
  await otherTab.getByRole('button', { name: 'Accept' }).click();
  await otherTab.getByLabel('Alarms of Ada that you get').selectOption('Low and anything worse');
  await otherTab.getByLabel('You are on duty').selectOption('Always');
  expect(await axeViolations(otherTab)).toEqual([]);
  await otherTab.getByRole('button', { name: 'Continue' }).click();
  await expect(otherTab.getByRole('main')).toContainText('118 mg/dL');
  await otherTab.goto(otherTab.url().replace(/\/*$/, '/alarms'));
  await expect(otherTab.getByRole('list', { name: 'People who get these alarms' })).toContainText(
    /Karl \(you\).*On duty/,
  );
  await expect(otherTab.getByLabel('On duty, you get')).toHaveValue('3');
  expect(await otherTab.evaluate(() => Object.keys(localStorage))).not.toContain('tealight-invitation');
});

test('[PPL-25] [PPL-26] a wearer grows up and takes over: both confirm on one day, she owns her readings, her mother is a caregiver, and leaves nothing behind when she deletes her account @both', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await site.measures(118);
  const mother = { ...newUser(), firstName: 'Mona' };
  const daughter = { ...newUser(), firstName: 'Lena' };
  await openAs(page, await wearerOf(tealight.url, mother), '/people');
  const lenas = await addPerson(page, 'Lena');
  await connectSensor(page, lenas, site);
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await manage(page, 'Lena');
  await offerHandOver(page, daughter.email);

  const other = await otherBrowser(browser, { tealight });
  await openAs(other, await wearerOf(tealight.url, daughter), '/people');
  await followMail(other, daughter, 'join#');
  await expect(other.getByRole('main')).toContainText('Mona offers to make you the owner of Lena');
  await other.getByRole('button', { name: 'Accept the hand-over' }).click();
  await expect(other.getByRole('main')).toContainText('You become the owner of Lena on');
  await other.goto(lenas);
  await expect(other.getByRole('main')).toContainText('118 mg/dL');

  await manage(page, 'Lena');
  await confirmHandOver(page, mother);
  await expect(page.getByText('We are waiting for the other person')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Remove Lena' })).toBeVisible();
  await manage(other, 'Lena');
  await expect(other.getByRole('region', { name: 'Remove Lena' })).toHaveCount(0);
  await confirmHandOver(other, daughter);
  await expect(other.getByText('The hand-over has taken effect')).toBeVisible();

  await expect(other.getByRole('region', { name: 'Remove Lena' })).toBeVisible();
  await expect(other.getByRole('list', { name: 'Access history' })).toContainText(
    'Mona Moreno handed over to Lena Moreno, who is now the owner.',
  );
  await expect(other.getByRole('list', { name: 'Followers' })).toContainText('Caregiver since');
  await manage(page, 'Lena');
  await expect(page.getByRole('main')).toContainText('You are a caregiver. Lena is the owner.');
  for (const name of ['Hand over', 'Invitations', 'Access history', 'Remove Lena'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await page.goto(lenas);
  await expect(page.getByRole('main')).toContainText('118 mg/dL');

  await page.goto('/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(mother.password);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/login/);
  await other.reload();
  await expect(other.getByRole('region', { name: 'Followers' })).toContainText('Nobody follows yet');
  await other.goto(lenas);
  await expect(other.getByRole('main')).toContainText('118 mg/dL');
});

test('[PPL-19] two tabs show two people, and what one of them selects does not switch the other', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await openPeople(page, { site, tealight }, 118);
  const adas = await peopleList(page).getByRole('link', { name: 'Ada', exact: true }).getAttribute('href');
  const bens = await addPerson(page, 'Ben');
  const other = await context.newPage();
  await page.goto(adas ?? '');
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await other.goto(bens);
  await expect(other).toHaveTitle(/^Ben/);
  await expect(other.getByText('118 mg/dL')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('118 mg/dL');
  await page.getByRole('button', { name: /Person shown/ }).click();
  await page.getByRole('menuitem', { name: /Ben/ }).click();
  await expect(page).toHaveTitle(/^Ben/);
  await expect(page.getByText('118 mg/dL')).toHaveCount(0);
});

test('[PPL-24] [PPL-27] [PPL-28] the nurse’s link shows the reading without an account, and ends during the lesson @both', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  await openPeople(page, { site, tealight }, 118);
  await manage(page, 'Ada');
  const link = await shareWithNurse(page);
  expect(link).toMatch(/\/s#[0-9A-Za-z]{27}$/);

  const nurse = await otherBrowser(browser, { tealight });
  await nurse.goto(link);
  await expect(nurse.getByRole('main')).toContainText('118');
  await expect(nurse).toHaveTitle(/^A\./);
  await site.measures(131, { date: Date.now() });
  await page.getByRole('button', { name: 'End the link for School nurse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(nurse.getByRole('main')).toContainText('This link has expired or is no longer valid');
  await expect(nurse.getByRole('main')).not.toContainText(/118|131/);
});
