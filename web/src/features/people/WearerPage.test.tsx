import {
  changeFollow,
  changeWearer,
  endFollow,
  type Follow,
  leaveWearer,
  listFollows,
  listInvitations,
  listShareLinks,
  readAudit,
  readHandOver,
  removeWearer,
  roleRights,
  saveFollowSettings,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { adaId, aFollowed, aWearer, leoId, mayaId, peopleAnswers } from '../../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';

const maya = aWearer({ id: mayaId, name: 'Maya', accent: 'pink', birthYear: 2016 });
const grandpa: Follow = {
  ...{ id: 7, firstName: 'Walter', lastName: 'Moreno', email: 'walter@example.org', role: 'follower' },
  rights: [...roleRights.follower.given],
  since: '2026-11-01T10:00:00Z',
};

const answers = {
  ...peopleAnswers([aWearer(), maya, aFollowed()]),
  [`GET ${listFollows.path}`]: { follows: [grandpa] },
  [`GET ${listInvitations.path}`]: { invitations: [] },
  [`GET ${listShareLinks.path}`]: { links: [] },
  [`GET ${readHandOver.path}`]: { handOver: null },
  [readAudit.path]: { entries: [], next: null },
};
const open = (id = mayaId) => openApp(`/people/${id}`, 'token');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of one wearer', () => {
  test('[PPL-14] an unknown wearer and one that I no longer follow look alike', async () => {
    fakeCalls(answers);
    open('zzzzzzzzzzzz');
    expect(await screen.findByText('You do not follow this person, or not any longer')).toBeVisible();
  });

  test('[PPL-2] name, color and year of birth are changed for this wearer', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    const details = await panel('Details');
    await userEvent.clear(details.getByLabelText('Name'));
    await userEvent.type(details.getByLabelText('Name'), 'Maya Luna');
    await userEvent.click(details.getByRole('radio', { name: 'Violet' }));
    await userEvent.click(details.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details saved')).toBeVisible();
    const [call] = callsTo(changeWearer.path);
    expect(call?.wearer).toBe(mayaId);
    expect(call?.body).toEqual({ name: 'Maya Luna', accent: 'violet' });
  });

  test('[PPL-2] what was not touched here is not sent, and what has been saved is not sent again', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    const details = await panel('Details');
    const save = details.getByRole('button', { name: 'Save' });
    await userEvent.clear(details.getByLabelText(/^Year of birth/));
    await userEvent.click(save);
    await waitFor(() => expect(callsTo(changeWearer.path)[0]?.body).toEqual({ birthYear: null }));
    await userEvent.click(details.getByRole('radio', { name: 'Violet' }));
    await waitFor(() => expect(save).toBeEnabled());
    await userEvent.click(save);
    await waitFor(() => expect(callsTo(changeWearer.path)[1]?.body).toEqual({ accent: 'violet' }));
  });

  test('[PPL-10] a follower sees no other follower, no link, no list of access and no details', async () => {
    fakeCalls(answers);
    open(leoId);
    await panel('How you see this person');
    for (const name of ['Details', 'Followers', 'Invitations', 'Share links', 'Access history'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.queryByText(/^Remove/)).toBeNull();
  });
});

describe('following somebody', () => {
  test('[PPL-22] an own name and unit are saved for this wearer alone', async () => {
    const { callsTo } = fakeCalls(answers);
    open(leoId);
    const own = await panel('How you see this person');
    await userEvent.type(own.getByLabelText(/Your own name/), 'Nephew');
    await userEvent.click(own.getByRole('radio', { name: 'mmol/L' }));
    await userEvent.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(saveFollowSettings.path)[0]).toMatchObject({
        wearer: leoId,
        body: { alias: 'Nephew', unit: 'mmol/L' },
      }),
    );
  });

  test('[PPL-23] a follower leaves after a confirmation, and is back at the list', async () => {
    const { callsTo } = fakeCalls(answers);
    open(leoId);
    await userEvent.click(await screen.findByRole('button', { name: 'Stop following' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Stop following Leo?' }));
    expect(callsTo(leaveWearer.path)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Stop following' }));
    await waitFor(() => expect(currentAddress()).toBe('/people'));
    expect(callsTo(leaveWearer.path)[0]?.wearer).toBe(leoId);
    expect(screen.getByText('You no longer follow Leo')).toBeVisible();
  });
});

describe('followers', () => {
  test('[PPL-5] a right is given by a checkbox; the current reading is always included', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
    expect(screen.getByLabelText('See the current reading')).toBeDisabled();
    const history = screen.getByLabelText(/See all readings/);
    expect(history).not.toBeChecked();
    await userEvent.click(history);
    await userEvent.click(screen.getByLabelText('See the chart of the last 24 hours'));
    const followers = await panel('Followers');
    await userEvent.click(followers.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(changeFollow.path)[0]).toMatchObject({
        wearer: mayaId,
        body: { id: 7, role: 'follower', rights: ['see-now', 'see-history', 'get-alarms'] },
      }),
    );
  });

  test('[PPL-5] the owner decides who gets alarms, and who acts on them for everybody', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
    await userEvent.click(screen.getByLabelText(/Get alarms/));
    await userEvent.click(screen.getByLabelText(/Mark alarms as seen/));
    await userEvent.click((await panel('Followers')).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(changeFollow.path)[0]).toMatchObject({
        body: { rights: ['see-now', 'see-day', 'act'] },
      }),
    );
  });

  test('[PPL-5] another role brings its own rights', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Caregiver' }));
    await userEvent.click((await panel('Followers')).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(changeFollow.path)[0]?.body).toEqual({
        ...{ id: 7, role: 'carer' },
        rights: [...roleRights.carer.given],
      }),
    );
  });

  test('[PPL-6] nobody gives a right that they lack', async () => {
    const carer = aFollowed({ role: 'carer', rights: ['see-now', 'see-day', 'invite'] });
    fakeCalls({ ...answers, ...peopleAnswers([carer]) });
    open(leoId);
    await userEvent.click(await screen.findByRole('button', { name: 'Invite somebody' }));
    expect(screen.getByLabelText('See the chart of the last 24 hours')).toBeEnabled();
    expect(screen.getByLabelText(/See all readings/)).toBeDisabled();
  });

  test('[PPL-23] a carer is removed by the owner only', async () => {
    const carer = aFollowed({ role: 'carer', rights: [...roleRights.carer.given, 'invite'] });
    fakeCalls({
      ...answers,
      ...peopleAnswers([carer]),
      [`GET ${listFollows.path}`]: {
        follows: [grandpa, { ...grandpa, id: 8, firstName: 'Nina', role: 'carer' }],
      },
    });
    open(leoId);
    expect(await screen.findByRole('button', { name: 'Remove Walter Moreno' })).toBeVisible();
    expect(screen.getByText('Nina Moreno')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Nina Moreno' })).toBeNull();
  });

  test('[PPL-23] the confirmation of a removal names the person', async () => {
    const { callsTo } = fakeCalls(answers);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Walter Moreno' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Walter Moreno?' }));
    expect(dialog.getByText(/Walter Moreno no longer sees the readings of Maya/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Walter Moreno was removed')).toBeVisible();
    expect(callsTo(endFollow.path)[0]).toMatchObject({ wearer: mayaId, body: { id: 7 } });
  });
});

describe('removing a wearer', () => {
  test('[PPL-4] asks for the password and names what goes, with the followers by name', async () => {
    let wearers = [aWearer(), maya];
    const { callsTo } = fakeCalls({
      ...answers,
      ...peopleAnswers([]),
      '/api/v1/People': () => ({ selected: adaId, wearers }),
      [removeWearer.path]: ({ body }: { body: unknown }) => {
        if (JSON.stringify(body).includes('wrong')) return failure('wrong-password');
        wearers = [aWearer()];
        return { isSuccess: true };
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Maya' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Maya' }));
    expect(dialog.getByText('The access of Walter Moreno')).toBeVisible();
    expect(dialog.getByText(/All readings/)).toBeVisible();
    expect(dialog.getByText(/All lamp connections/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await dialog.findByText('Incorrect current password')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Your password'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'Secret123!{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/people'));
    expect(screen.getByText('Maya was removed')).toBeVisible();
    expect(callsTo(removeWearer.path)[1]).toMatchObject({
      wearer: mayaId,
      body: { password: 'Secret123!' },
    });
  });

  test('[PPL-4] is possible only when its followers are listed', async () => {
    let follows: unknown = failure('our-fault');
    const { callsTo } = fakeCalls({ ...answers, [`GET ${listFollows.path}`]: () => follows });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Maya' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Maya' }));
    const confirm = dialog.getByRole('button', { name: 'Erase for good' });
    expect(dialog.queryByText(/All readings/)).toBeNull();
    await userEvent.type(dialog.getByLabelText('Your password'), 'Secret123!{Enter}');
    expect(confirm).toBeDisabled();
    const again = await dialog.findByRole('button', { name: 'Try again' });
    expect(confirm).toBeDisabled();
    expect(confirm).toHaveAccessibleDescription(/when the list of what is erased has loaded/);
    follows = { follows: [grandpa] };
    await userEvent.click(again);
    expect(await dialog.findByText('The access of Walter Moreno')).toBeVisible();
    expect(confirm).toBeEnabled();
    expect(callsTo(removeWearer.path)).toEqual([]);
  });
});
