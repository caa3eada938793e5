import { changeFollow, endFollow, listFollows, roleRights } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../../test/fake-calls.ts';
import {
  aFollowed,
  aWearer,
  leoId,
  managedAnswers,
  mayaId,
  peopleAnswers,
  walter,
} from '../../../../test/fake-wearers.ts';
import { openApp } from '../../../../test/on-app.ts';

const answers = {
  ...managedAnswers([aWearer({ id: mayaId, name: 'Maya' })]),
  [`GET ${listFollows.path}`]: { follows: [walter] },
};
const open = (id = mayaId) => openApp(`/people/${id}`, 'token');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

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
        id: 7,
        role: 'carer',
        rights: [...roleRights.carer.given],
      }),
    );
  });

  test('[PPL-5] rights that somebody else has changed meanwhile are shown, and never overwritten by the old ones', async () => {
    let follows = [walter];
    const { callsTo } = fakeCalls({ ...answers, [`GET ${listFollows.path}`]: () => ({ follows }) });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
    const history = screen.getByLabelText(/See all readings/);
    await userEvent.click(history);
    follows = [{ ...walter, rights: ['see-now'] }];
    const save = (await panel('Followers')).getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    expect(await screen.findByText(/somebody else changed what Walter Moreno may do/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/the chart of the last 24/)).not.toBeChecked());
    expect(history).not.toBeChecked();
    expect(callsTo(changeFollow.path)).toEqual([]);
    await userEvent.click(history);
    await userEvent.click(save);
    await waitFor(() =>
      expect(callsTo(changeFollow.path)[0]?.body).toMatchObject({ rights: ['see-now', 'see-history'] }),
    );
  });

  test('[SHELL-11] the form of a follower takes the focus, and gives it back', async () => {
    fakeCalls(answers);
    open();
    const change = { name: 'Change what Walter Moreno may do' };
    await userEvent.click(await screen.findByRole('button', change));
    expect(screen.getByRole('radio', { name: 'Follower' })).toHaveFocus();
    await userEvent.click((await panel('Followers')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', change)).toHaveFocus();
  });

  test.each([
    ['before it is saved', () => ({ isSuccess: true })],
    ['while it is saved', () => failure('no-such-follower')],
  ])(
    '[PPL-23] somebody who was removed elsewhere while the form is open, %s, is gone, and the page says so',
    async (when, saved) => {
      let follows = [walter];
      const remove = () => {
        follows = [];
      };
      const { callsTo } = fakeCalls({
        ...answers,
        [`GET ${listFollows.path}`]: () => ({ follows }),
        [changeFollow.path]: () => {
          remove();
          return saved();
        },
      });
      open();
      await userEvent.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
      await userEvent.click(screen.getByLabelText(/See all readings/));
      if (when === 'before it is saved') remove();
      await userEvent.click((await panel('Followers')).getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Walter Moreno does not follow any more.')).toBeVisible();
      expect(screen.queryByText(/somebody else changed/)).toBeNull();
      expect(screen.getByText('Nobody follows yet.')).toBeVisible();
      await waitFor(() => expect(screen.getByRole('list', { name: 'Followers' })).toHaveFocus());
      expect(callsTo(changeFollow.path)).toHaveLength(when === 'before it is saved' ? 0 : 1);
    },
  );

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
        follows: [walter, { ...walter, id: 8, firstName: 'Nina', role: 'carer' }],
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

  test('[PPL-23] somebody who has been removed elsewhere is gone from the list, without an error', async () => {
    let follows = [walter];
    fakeCalls({
      ...answers,
      [`GET ${listFollows.path}`]: () => ({ follows }),
      [endFollow.path]: () => failure('no-such-follower'),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Walter Moreno' }));
    follows = [];
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Walter Moreno?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Nobody follows yet.')).toBeVisible();
    expect(screen.queryByText(/does not follow any more/)).toBeNull();
  });
});
