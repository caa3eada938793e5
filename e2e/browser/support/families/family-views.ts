import { expect, type Page } from '@playwright/test';
import { openAs } from '../as-wearer.ts';
import { choose } from '../choose.ts';
import { allLoaded, openFirst } from '../open-whole.ts';
import type { Family } from './family.ts';
import { invite } from './people.ts';

/** Something that a page about families shows. */
type View = {
  name: string;
  path: string;
  /** What opens the dialog, form or menu that is meant. */
  open?: (page: Page) => Promise<unknown>;
};

/** Groups of views that take about as long to check. */
export const viewGroups = ['invitations and share links', 'people', 'the management of a person'] as const;
type ViewGroup = (typeof viewGroups)[number];

/** All pages, dialogs, forms and menus about several people, by the account that sees them. */
function viewsOf(family: Family): { group: ViewGroup; token: string | null; views: View[] }[] {
  const { mother, follower, invited, wearers, invitation, handOver, shareLink } = family;
  const manage = `/people/${wearers.own}`;
  const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
  const press = (name: string | RegExp) => (page: Page) =>
    page.getByRole('button', { name }).first().click({ timeout: 15_000 });
  const opens = (name: string | RegExp) => async (page: Page) => {
    await press(name)(page);
    await dialog(page);
  };
  return [
    {
      group: 'invitations and share links',
      token: null,
      views: [
        { name: 'invitation', path: `/join#${invitation}` },
        { name: 'offer of a hand-over', path: `/join#${handOver}` },
        { name: 'invitation that has ended', path: '/join#unknown' },
        { name: 'shared page', path: `/s#${shareLink}` },
        { name: 'share link that has ended', path: '/s#000000000000000000000000000' },
      ],
    },
    {
      group: 'people',
      token: invited.token,
      views: [
        { name: 'invitation, signed in', path: `/join#${invitation}` },
        {
          name: 'who wears the sensor?',
          path: '/signup/connection-setup',
          open: async (page) => {
            await choose(page.getByRole('radio', { name: 'My child' }));
            await page.getByLabel('Name of your child').fill('');
          },
        },
        { name: 'one person', path: '/people' },
        { name: 'nobody to be seen', path: '/w/zzzzzzzzzzzz/' },
        { name: 'no such person', path: '/people/zzzzzzzzzzzz' },
      ],
    },
    {
      group: 'invitations and share links',
      token: follower.token,
      views: [
        { name: 'how I see a person', path: manage },
        { name: 'stop following', path: manage, open: opens('Stop following') },
      ],
    },
    {
      group: 'people',
      token: mother.token,
      views: [
        { name: 'people', path: '/people' },
        { name: 'add a person', path: '/people', open: opens('Add a person') },
        { name: 'order of people', path: '/people', open: press('Change order') },
        { name: 'switch of wearers', path: `/w/${wearers.own}/`, open: press(/^Person shown/) },
        { name: 'dashboard of a long name', path: `/w/${wearers.grownUp}/` },
      ],
    },
    {
      group: 'the management of a person',
      token: mother.token,
      views: [
        { name: 'manage', path: manage },
        { name: 'invite by email', path: manage, open: press('Invite somebody') },
        { name: 'invite by link', path: manage, open: (page) => invite(page, 'By link') },
        { name: 'invite by QR code', path: manage, open: (page) => invite(page, 'QR code') },
        { name: 'what a follower may do', path: manage, open: press(/^Change what/) },
        { name: 'remove a follower', path: manage, open: opens(/^Remove Maximilian/) },
        { name: 'make a share link', path: manage, open: press('Make a share link') },
        { name: 'end a share link', path: manage, open: opens(/^End the link/) },
        { name: 'offer a hand-over', path: manage, open: press('Offer a hand-over') },
        { name: 'erase', path: manage, open: opens('Remove Mona') },
        {
          name: 'agreed hand-over',
          path: `/people/${wearers.grownUp}`,
          open: press('Confirm with password'),
        },
      ],
    },
  ];
}

/** Opens each view of these groups on a page of its account, and waits for all of it. */
export async function forEachView(
  groups: readonly ViewGroup[],
  family: Family,
  newPage: () => Promise<Page>,
  look: (name: string, page: Page) => Promise<unknown>,
): Promise<void> {
  for (const { group, token, views } of viewsOf(family)) {
    if (!groups.includes(group)) continue;
    const page = await newPage();
    if (token !== null) await openAs(page, { token });
    for (const { name, path, open } of views) {
      await openFirst(page, path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await allLoaded(page);
      await open?.(page);
      await look(name, page);
    }
    await page.context().close();
  }
}
