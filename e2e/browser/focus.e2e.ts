import type { Locator, Page } from '@playwright/test';
import { actOnAlarm, readAudit, recentActivity } from '@tealight/contract';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { connectedWearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { choose } from './support/choose.ts';
import { expect, test } from './support/environment.ts';
import {
  addPerson,
  confirmHandOver,
  manage,
  offerHandOver,
  otherBrowser,
} from './support/families/people.ts';
import { followMail } from './support/new-user.ts';
import { slowCalls } from './support/slow-calls.ts';
import { panelOn, reachPanel } from './support/time-in-range.ts';

// Browsers take the focus away from a button that is disabled or goes; jsdom does not.

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
}

/** The button that waits, and has the focus. */
const waiting = (page: Page) => page.locator('button[data-loading]:focus');

test('[SHELL-11] a button that waits keeps the focus; what is shown once takes it, and gives it back to the button that opened it', async ({
  page,
  site,
  tealight,
}) => {
  await openAs(page, await connectedWearer(tealight.url, site), '/people');
  await manage(page, 'Ada');
  await slowCalls(page);
  const links = page.getByRole('region', { name: 'Share links' });
  const start = links.getByRole('button', { name: 'Make a share link' });
  await press(start);
  await links.getByLabel('Who is it for?').fill('Nurse');
  await press(links.getByRole('button', { name: 'Make link' }));
  await expect(waiting(page)).toHaveText('Make link');
  const once = links.getByRole('group', { name: 'The link for Nurse is ready.' });
  await expect(once).toBeFocused();
  await press(once.getByRole('button', { name: 'Done' }));
  await expect(start).toBeFocused();

  const renew = links.getByRole('button', { name: 'Make a new link for Nurse' });
  await press(renew);
  await press(page.getByRole('dialog').getByRole('button', { name: 'New link' }));
  await expect(waiting(page)).toHaveText('New link');
  await expect(once).toBeFocused();
  await press(once.getByRole('button', { name: 'Done' }));
  await expect(renew).toBeFocused();

  const invitations = page.getByRole('region', { name: 'Invitations' });
  const invite = invitations.getByRole('button', { name: 'Invite somebody' });
  await press(invite);
  await choose(invitations.getByRole('radio', { name: 'QR code' }));
  await press(invitations.getByRole('button', { name: 'Show the QR code' }));
  const code = invitations.getByRole('group', { name: /^Point the camera of the other phone/ });
  await expect(code).toBeFocused();
  await press(code.getByRole('button', { name: 'Done' }));
  await expect(invite).toBeFocused();
});

test('[SHELL-11] once all of a list is shown, its first new item has the focus', async ({
  page,
  site,
  tealight,
}) => {
  await repeatEntries(page, recentActivity.path, ({ activity }) => ({
    activity: Array.from({ length: 11 }, () => activity?.[0]),
  }));
  await openAs(page, await connectedWearer(tealight.url, site), '/security');
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await press(activity.getByRole('button', { name: 'Show all' }));
  await expect(activity.getByRole('listitem').nth(10)).toBeFocused();

  await repeatEntries(page, readAudit.path, ({ entries }, isFirstPage) => ({
    entries: Array.from({ length: 3 }, () => entries?.[0]),
    next: isFirstPage ? '1' : null,
  }));
  await manage(page, 'Ada');
  const history = page.getByRole('region', { name: 'Access history' });
  await press(history.getByRole('button', { name: 'Show older entries' }));
  await expect(history.getByRole('listitem').nth(3)).toBeFocused();
});

const isAfter = async (one: Locator, other: Locator): Promise<boolean> =>
  one.evaluate(
    (element, before) =>
      before !== null && element.compareDocumentPosition(before) === Node.DOCUMENT_POSITION_PRECEDING,
    await other.elementHandle(),
  );

test('[SHELL-11] a dialog stays in view, with its focus, when a tablet is turned', async ({
  page,
  site,
  tealight,
}) => {
  await page.setViewportSize({ width: 800, height: 1180 });
  await openAs(page, await connectedWearer(tealight.url, site));
  await reachPanel(page);
  await press(page.getByRole('button', { name: 'Time in range menu' }));
  await press(page.getByRole('menuitem', { name: 'Settings' }));
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox').first();
  await field.focus();
  for (const [width, height] of [
    [1180, 800],
    [800, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The panels change places in the document, as on the screen.
    await expect
      .poll(() => isAfter(panelOn(page), page.getByRole('region', { name: 'Range Setup' })))
      .toBe(width > height);
    expect(await dialog.evaluate((shown) => shown.matches(':modal'))).toBe(true);
    await expect(dialog).toBeInViewport({ ratio: 1 });
    await expect(field).toBeFocused();
  }
});

test('[SHELL-11] [ALM-35] the page of alarms has the focus once a notification was answered', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.route(`**${actOnAlarm.path}`, (route) => route.fulfill({ json: { isSuccess: true } }));
  await page.goto('/alarm#secret');
  await press(page.getByRole('button', { name: 'Seen' }));
  await expect(main.getByRole('status')).toBeVisible();
  await expect(main).toBeFocused();
});

test('[SHELL-11] [PPL-25] the owner who confirms a hand-over last has the focus on the page, as the panel is gone', async ({
  page,
  browser,
  tealight,
}) => {
  const mother = { ...newUser(), firstName: 'Mona' };
  const daughter = { ...newUser(), firstName: 'Lena' };
  await openAs(page, await wearerOf(tealight.url, mother), '/people');
  await addPerson(page, 'Lena');
  await manage(page, 'Lena');
  await offerHandOver(page, daughter.email);
  const other = await otherBrowser(browser, { tealight });
  await openAs(other, await wearerOf(tealight.url, daughter), '/people');
  await followMail(other, daughter, 'join#');
  await other.getByRole('button', { name: 'Accept the hand-over' }).click();
  await expect(other.getByRole('main')).toContainText('You become the owner of Lena on');
  await manage(other, 'Lena');
  await confirmHandOver(other, daughter);
  await expect(other.getByText('We are waiting for the other person')).toBeVisible();
  await expect(other.locator('p:focus')).toContainText('Lena');

  await manage(page, 'Lena');
  await confirmHandOver(page, mother);
  await expect(page.getByText('The hand-over has taken effect')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Hand over' })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

type Entries = Record<string, readonly unknown[]>;

/** What the server answers to this call is changed; to its first page and to a later one. */
async function repeatEntries(
  page: Page,
  path: string,
  changed: (answer: Entries, isFirstPage: boolean) => object,
): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const url = new URL(route.request().url());
      const isFirstPage = !url.searchParams.has('before');
      url.search = '';
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, json: changed(await response.json(), isFirstPage) });
    },
  );
}
