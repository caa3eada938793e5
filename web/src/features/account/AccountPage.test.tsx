import { currentUser, updateProfile } from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ada, failure, fakeCalls, type ReceivedCall } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';
import { queryClient } from '../../data/wearer/query-clients.ts';

const update = `POST ${updateProfile.path}`;
const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText(label);
const sent = (calls: readonly ReceivedCall[]) =>
  calls.filter(({ method, path }) => `${method} ${path}` === update).map(({ body }) => body);

async function edit(): Promise<void> {
  openApp('/account', 'token');
  await userEvent.click(await button('Edit'));
  await screen.findByRole('option', { name: 'Germany' });
}

describe('the profile', () => {
  test('[ACC-1] shows name, country and phone', async () => {
    fakeCalls();
    openApp('/account', 'token');
    for (const [name, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Moreno'],
      ['Country', 'United States'],
      ['Phone', '+1 555 0100'],
    ] as const) {
      expect((await screen.findByText(name)).nextSibling).toHaveTextContent(value);
    }
  });

  test('[ACC-1] the phone cannot be edited', async () => {
    fakeCalls();
    await edit();
    expect(await field('Phone')).toHaveValue('+1 555 0100');
    expect(await field('Phone')).toBeDisabled();
  });

  test('[ACC-1] is saved only when something differs from what is saved', async () => {
    fakeCalls();
    await edit();
    const save = await button('Save');
    expect(save).toBeDisabled();
    await userEvent.type(await field('First name'), '  ');
    expect(save).toBeDisabled();
    await userEvent.type(await field('First name'), 'line');
    expect(save).toBeEnabled();
    await userEvent.clear(await field('First name'));
    await userEvent.type(await field('First name'), 'Ada');
    expect(save).toBeDisabled();
    await userEvent.selectOptions(await field('Country'), 'DE');
    expect(save).toBeEnabled();
  });

  test('[ACC-1] is sent trimmed, and shown as it is saved then', async () => {
    let user = ada;
    const { calls } = fakeCalls({
      [`GET ${currentUser.path}`]: () => user,
      [update]: () => {
        user = { ...ada, lastName: 'Lovelace' };
        return { isSuccess: true };
      },
    });
    await edit();
    await userEvent.clear(await field('Last name'));
    await userEvent.type(await field('Last name'), '  Lovelace ');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('Lovelace')).toBeVisible();
    expect(sent(calls)).toEqual([
      { firstName: 'Ada', lastName: 'Lovelace', location: 'US', resetUserPhoto: 'false' },
    ]);
    expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  });

  test('[ACC-1] saves what was changed here, and the rest as it was saved elsewhere meanwhile', async () => {
    let user = ada;
    const { calls } = fakeCalls({ [`GET ${currentUser.path}`]: () => user });
    await edit();
    await userEvent.type(await field('First name'), 'lyn');
    user = { ...ada, lastName: 'Lovelace' };
    await act(() => queryClient.invalidateQueries());
    await userEvent.click(await button('Save'));
    await waitFor(() => expect(sent(calls)).toMatchObject([{ firstName: 'Adalyn', lastName: 'Lovelace' }]));
  });

  test('[ACC-1] a name of one character is an error and is not sent', async () => {
    const { calls } = fakeCalls();
    await edit();
    await userEvent.clear(await field('First name'));
    await userEvent.type(await field('First name'), 'A');
    await userEvent.click(await button('Save'));
    expect(screen.getByText('First name needs at least 2 characters')).toBeVisible();
    expect(sent(calls)).toEqual([]);
  });

  test('[ACC-1] Cancel leaves everything as it was', async () => {
    const { calls } = fakeCalls();
    await edit();
    await userEvent.type(await field('First name'), 'lbert');
    await userEvent.click(await button('Cancel'));
    expect(await screen.findByText('Ada')).toBeVisible();
    expect(sent(calls)).toEqual([]);
  });

  test('[SHELL-11] the focus goes to the first field, and back to Edit', async () => {
    fakeCalls();
    await edit();
    expect(await field('First name')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
      'Nothing has changed yet.',
    );
    await userEvent.click(await button('Cancel'));
    expect(await button('Edit')).toHaveFocus();
    await userEvent.click(await button('Edit'));
    await userEvent.type(await field('First name'), 'lyn{Enter}');
    await waitFor(async () => expect(await button('Edit')).toHaveFocus());
  });

  test('a failed save keeps what was typed', async () => {
    fakeCalls({ [update]: () => failure('our-fault') });
    await edit();
    await userEvent.type(await field('First name'), 'lyn');
    await userEvent.click(await button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    expect(await field('First name')).toHaveValue('Adalyn');
  });

  test('that could not be loaded can be asked for again', async () => {
    let broken = true;
    fakeCalls({ [`GET ${currentUser.path}`]: () => (broken ? failure('our-fault') : ada) });
    openApp('/account', 'token');
    const again = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await userEvent.click(again);
    expect(await screen.findByText('Moreno')).toBeVisible();
  });
});
