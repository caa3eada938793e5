import { changePassword, listSessions } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';
import { session } from '../../data/session.ts';

function open(answers: Parameters<typeof fakeCalls>[0] = {}) {
  const server = fakeCalls({ [listSessions.path]: { sessions: [] }, ...answers });
  openApp('/security', 'token');
  return server;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const press = async (panel: string, name: string) =>
  userEvent.click(await (await region(panel)).findByRole('button', { name }));

describe('Reset Password', () => {
  const current = () => screen.findByLabelText('Current password');
  const next = () => screen.findByLabelText('New password');
  const save = async () => (await region('Reset Password')).getByRole('button', { name: 'Save' });

  test('[ACC-3] Save is enabled when either field has content', async () => {
    open();
    await current();
    expect(await save()).toBeDisabled();
    await userEvent.type(await next(), 'x');
    expect(await save()).toBeEnabled();
    await userEvent.clear(await next());
    await userEvent.type(await current(), 'x');
    expect(await save()).toBeEnabled();
  });

  test.each([
    ['the current password', '', 'Secret123!', 'Password is required', 'Current password'],
    ['the new password', 'Old123!!', '', 'Password is not valid', 'New password'],
  ])('[ACC-3] is not sent without %s', async (_, old, fresh, mistake, label) => {
    const { callsTo } = open();
    if (old) await userEvent.type(await current(), old);
    if (fresh) await userEvent.type(await next(), fresh);
    await userEvent.click(await save());
    expect(screen.getByText(mistake)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(callsTo(changePassword.path)).toEqual([]);
  });

  test('[ACC-3] a change shows a notice, empties the fields and refetches the sessions', async () => {
    const { callsTo } = open();
    await userEvent.type(await current(), 'Old123!!');
    await userEvent.type(await next(), 'Secret123!{Enter}');
    expect(await screen.findByText('Your password has been changed successfully')).toBeVisible();
    expect(callsTo(changePassword.path)[0]?.body).toEqual({
      currentPassword: 'Old123!!',
      newPassword: 'Secret123!',
      confirmNewPassword: 'Secret123!',
    });
    expect(await current()).toHaveValue('');
    expect(await next()).toHaveValue('');
    expect(session.token()).toBe('token');
    await waitFor(() => expect(callsTo(listSessions.path)).toHaveLength(2));
  });

  test('[ACC-3] a wrong current password is an error of its field and is not sent again', async () => {
    const { callsTo } = open({ [changePassword.path]: () => failure('wrong-password') });
    await userEvent.type(await current(), 'wrong');
    await userEvent.type(await next(), 'Secret123!{Enter}');
    expect(await screen.findByText('Incorrect current password')).toBeVisible();
    await waitFor(async () => expect(await current()).toBeInvalid());
    expect(await next()).toHaveValue('Secret123!');
    await userEvent.click(await save());
    expect(await current()).toHaveFocus();
    expect(callsTo(changePassword.path)).toHaveLength(1);
    await userEvent.type(await current(), 'x');
    await userEvent.click(await save());
    await waitFor(() => expect(callsTo(changePassword.path)).toHaveLength(2));
  });

  test('[ACC-3] Cancel empties both fields', async () => {
    open();
    await userEvent.type(await current(), 'a');
    await userEvent.type(await next(), 'b');
    await press('Reset Password', 'Cancel');
    expect(await current()).toHaveValue('');
    expect(await next()).toHaveValue('');
  });
});
