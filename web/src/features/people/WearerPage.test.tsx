import {
  changeWearer,
  leaveWearer,
  listFollows,
  listWearers,
  removeWearer,
  saveFollowSettings,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import {
  adaId,
  aFollowed,
  aWearer,
  leoId,
  managedAnswers,
  mayaId,
  peopleAnswers,
  walter,
} from '../../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';

const maya = aWearer({ id: mayaId, name: 'Maya', accent: 'pink', birthYear: 2016 });
const answers = {
  ...managedAnswers([aWearer(), maya, aFollowed()]),
  [`GET ${listFollows.path}`]: { follows: [walter] },
};
const open = (id = mayaId) => openApp(`/people/${id}`, 'token');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of one wearer', () => {
  test('[PPL-14] an unknown wearer and one that I no longer follow look alike', async () => {
    fakeCalls(answers);
    open('zzzzzzzzzzzz');
    expect(await screen.findByText('You do not follow this person, or no longer do')).toBeVisible();
  });

  test('says that the list of people cannot be loaded, where an earlier one has named nobody else', async () => {
    fakeCalls({ ...answers, [listWearers.path]: () => failure('unavailable') });
    open();
    localStorage.setItem('tealight-several-wearers', 'no');
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
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

  test('[PPL-22] what was not touched here is not sent: another device may have changed it', async () => {
    const { callsTo } = fakeCalls(answers);
    open(leoId);
    const own = await panel('How you see this person');
    await userEvent.click(own.getByRole('radio', { name: 'mmol/L' }));
    await userEvent.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsTo(saveFollowSettings.path)[0]?.body).toEqual({ unit: 'mmol/L' }));
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
    follows = { follows: [walter] };
    await userEvent.click(again);
    expect(await dialog.findByText('The access of Walter Moreno')).toBeVisible();
    expect(confirm).toBeEnabled();
    expect(callsTo(removeWearer.path)).toEqual([]);
  });
});
