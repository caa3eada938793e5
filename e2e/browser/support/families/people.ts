import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { connectedWearer } from '../../../../simulators/fixtures/wearer.ts';
import { openAs } from '../as-wearer.ts';
import { choose } from '../choose.ts';
import type { Environment, SimulatedSite } from '../environment.ts';
import { connectNightscout, setRange } from '../new-user.ts';

/** A page of somebody else's browser. */
export async function otherBrowser(
  browser: Browser,
  { tealight }: Pick<Environment, 'tealight'>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: tealight.url });
  return context.newPage();
}

/** Opens the People page of a new account whose own wearer, Ada, has just measured this value, in mg/dL. */
export async function openPeople(
  page: Page,
  { site, tealight }: Pick<Environment, 'site' | 'tealight'>,
  mgdl: number,
): Promise<void> {
  await site.measures(mgdl);
  await openAs(page, await connectedWearer(tealight.url, site), '/people');
  await expect(peopleList(page)).toContainText(String(mgdl));
}

/** The cards of the People page. */
export const peopleList = (page: Page): Locator =>
  page.getByRole('list', { name: 'People, in the order shown' });

/** Adds somebody on the People page; the address of the new dashboard. */
export async function addPerson(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add a person' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const card = peopleList(page).getByRole('link', { name, exact: true });
  await expect(card).toBeVisible();
  return (await card.getAttribute('href')) ?? '';
}

/** Connects the site to the wearer of this dashboard, and sets the range; the dashboard is shown then. */
export async function connectSensor(page: Page, dashboard: string, site: SimulatedSite): Promise<void> {
  await page.goto(`${dashboard}signup/connection-setup`);
  await connectNightscout(page, site);
  await setRange(page);
}

/** Opens the page where somebody's details, followers and links are managed. */
export async function manage(page: Page, name: string): Promise<void> {
  await page.goto('/people');
  await page.getByRole('link', { name: `Manage ${name}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

/** Makes an invitation of this kind on the open page of a wearer; the panel that shows it. */
export async function invite(page: Page, kind: 'By link' | 'QR code'): Promise<Locator> {
  const panel = page.getByRole('region', { name: 'Invitations' });
  await panel.getByRole('button', { name: 'Invite somebody' }).click();
  await choose(panel.getByRole('radio', { name: kind }));
  await panel.getByRole('button', { name: /^(Make the link|Show the QR code)$/ }).click();
  await expect(panel.getByRole('button', { name: 'Done' })).toBeVisible();
  return panel;
}

/** Offers a hand-over to this address on the open page of its wearer. */
export async function offerHandOver(page: Page, email: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Hand over' });
  await panel.getByRole('button', { name: 'Offer a hand-over' }).click();
  await panel.getByLabel('Email').fill(email);
  await panel.getByRole('button', { name: 'Send the offer' }).click();
  await expect(page.getByText(`Offer sent to ${email}`)).toBeVisible();
}

/** Confirms an agreed hand-over on the open page of its wearer. */
export async function confirmHandOver(page: Page, { password }: { password: string }): Promise<void> {
  const panel = page.getByRole('region', { name: 'Hand over' });
  await panel.getByRole('button', { name: 'Confirm with password' }).click();
  await panel.getByRole('textbox', { name: 'Your password' }).fill(password);
  await panel.getByRole('button', { name: 'Confirm', exact: true }).click();
}

/** Makes a share link for the school nurse on the open page of a wearer; the page then names the wearer `A.`. */
export async function shareWithNurse(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Share links' });
  await panel.getByRole('button', { name: 'Make a share link' }).click();
  await panel.getByLabel('Who is it for?').fill('School nurse');
  await panel.getByLabel('Name on the page (optional)').fill('A.');
  await panel.getByRole('button', { name: 'Make link' }).click();
  const link = (await panel.locator('code').textContent()) ?? '';
  await panel.getByRole('button', { name: 'Done' }).click();
  return link;
}
