import type { Page } from '@playwright/test';
import { answerInvitation, invite, saveAlarmSettings, wearerChangesPath } from '@tealight/contract';
import { connectedWearer, send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs, openDashboard } from './support/as-wearer.ts';
import { soonAsked } from './support/asked.ts';
import { choose } from './support/choose.ts';
import { expect, test } from './support/environment.ts';
import { otherBrowser } from './support/families/people.ts';

const MINUTE = 60_000;

test('@both [ALM-10] [ALM-17] [ALM-19] [ALM-33] [ALM-44] an urgent low rings on the open pages of mother and grandfather until one of them has seen it', async ({
  page,
  browser,
  site,
  tealight,
}) => {
  const { url } = tealight;
  await site.measures(112, { date: Date.now() - 9 * MINUTE });
  const mother = await connectedWearer(url, site);
  const grandfather = await wearerOf(url);
  const body = { kind: 'link', role: 'follower' };
  const { link } = invite.reply.parse(await send(url + invite.path, body, mother.token));
  const token = new URL(link ?? '').hash.slice(1);
  await send(url + answerInvitation.path, { token, accept: true }, grandfather.token);

  await openAs(page, mother, '/alarms');
  const toggle = page.getByRole('switch', { name: 'Alarms on' });
  await expect(toggle).toBeDisabled();
  await page.getByRole('checkbox', { name: /I have read this/ }).check();
  await choose(toggle);
  await page.getByRole('button', { name: 'Save alarms' }).click();
  await expect(page.getByText('Alarms are on.')).toBeVisible();
  const his = await otherBrowser(browser, { tealight });
  await openAs(his, grandfather, '/support');
  await expect(his.getByText('Alarms are on.')).toBeVisible();

  // Until something is pressed, the page cannot be heard, and says so.
  await page.getByRole('button', { name: /Sound is off/ }).click();
  await expect(page.getByRole('button', { name: 'Switch the sound off' })).toBeVisible();

  await site.measures(52, { date: Date.now() - 4 * MINUTE });
  await soonAsked(url, mother, () =>
    expect(page.getByRole('alert')).toContainText('Urgent low 52', { timeout: 2000 }),
  );
  await expect(his.getByRole('alert')).toContainText('Urgent low 52');
  await expect(his).toHaveTitle(/^⚠ .*Urgent low 52/);
  await expect(his.getByRole('button', { name: 'Seen' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Seen' }).click();
  await expect(page.getByText(/^Silent for 1[45] more minutes, by /)).toBeVisible();
  await expect(his.getByText(/^Silent for 1[45] more minutes, by /)).toBeVisible();
  await expect(his).not.toHaveTitle(/⚠/);

  await site.measures(95, { date: Date.now() });
  // The region stays, so that the next alarm is announced.
  await soonAsked(url, mother, () => expect(page.getByRole('alert')).toHaveText('', { timeout: 2000 }));
  const history = page.getByRole('list', { name: 'Alarms of the last 30 days' });
  await expect(history.getByRole('listitem').first()).toContainText(
    /Urgent low 52 mg\/dL.*until.*rang once.*seen by/s,
  );

  // A new page is silent until it is pressed again.
  await page.reload();
  await expect(page.getByRole('button', { name: /Sound is off/ })).toBeVisible();
});

test('[ALM-33] the tabs of a browser share one stream of alarms, and another tab takes it over', async ({
  page,
  context,
  site,
  tealight,
}) => {
  const mother = await connectedWearer(tealight.url, site);
  await send(tealight.url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, mother.token);
  const streamsOf = (tab: Page) => {
    let opened = 0;
    tab.on('request', (request) => {
      if (new URL(request.url()).pathname === wearerChangesPath) opened += 1;
    });
    return () => opened;
  };
  const ofFirst = streamsOf(page);
  await openAs(page, mother, '/support');
  await expect.poll(ofFirst).toBe(1);
  const next = await context.newPage();
  const ofNext = streamsOf(next);
  await openAs(next, mother, '/support');
  await expect(next.getByText('Alarms are on.')).toBeVisible();
  expect(ofNext()).toBe(0);
  await page.close();
  await expect.poll(ofNext).toBe(1);
});

test('[ALM-23] who uses mmol/L can switch alarms on and change them', async ({ page, site, tealight }) => {
  await openDashboard(page, { site, tealight }, 126);
  const range = page.getByRole('region', { name: 'Range Setup' });
  await range.getByRole('button', { name: 'Edit' }).click();
  await range.getByText('mmol/L', { exact: true }).first().click();
  await range.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main')).toContainText('7.00 mmol/L');
  await page.goto('/alarms');
  await page.getByRole('checkbox', { name: /I have read this/ }).check();
  await choose(page.getByRole('switch', { name: 'Alarms on' }));
  await page.getByRole('button', { name: 'Save alarms' }).click();
  await expect(page.getByText('Alarms are on.')).toBeVisible();
});
