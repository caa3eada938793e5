import { deleteAccount, endSessions, exportData, listSessions, listWearers } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { failure, fakeCalls, ownWearer } from '../../../test/fake-calls.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { session } from '../../data/session.ts';

const place = (id: string, device: string, current = false) => ({
  id: id.repeat(16),
  device,
  signedInAt: '2026-11-20T10:00:00Z',
  lastUsedAt: '2026-11-21T10:00:00Z',
  current,
});
const places = [place('a', 'Firefox on Linux', true), place('b', 'Safari on iPhone'), place('c', 'Chrome')];

/** Opens the page with these answers of the server and three sessions. */
function open(answers: Parameters<typeof fakeCalls>[0] = {}) {
  const server = fakeCalls({ [listSessions.path]: { sessions: places }, ...answers });
  openApp('/security', 'token');
  return server;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const press = async (panel: string, name: string) =>
  userEvent.click(await (await region(panel)).findByRole('button', { name }));

describe('where you are signed in', () => {
  const panel = 'Where you are signed in';

  test('each other place can be signed out, this one not', async () => {
    const { callsTo } = open();
    await press(panel, 'Sign out Safari on iPhone');
    expect(await screen.findByText('Signed out: Safari on iPhone')).toBeVisible();
    const list = (await region(panel)).getByRole('list', { name: 'Sessions' });
    await waitFor(() => expect(list).toHaveFocus());
    expect(callsTo(endSessions.path)[0]?.body).toEqual({ id: 'bbbbbbbbbbbbbbbb' });
    const here = (await region(panel)).getByText('Firefox on Linux').closest('li');
    expect(here).toHaveTextContent('This device');
    expect(within(here as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  });

  test('all others can be signed out at once', async () => {
    const { callsTo } = open();
    await press(panel, 'Sign out everywhere else');
    expect(await screen.findByText('Signed out everywhere else')).toBeVisible();
    expect(callsTo(endSessions.path)[0]?.body).toEqual({});
  });

  test('[ALM-35] who gets alarms learns that they keep ringing on a device that is signed out', async () => {
    const known = { ...ownWearer, hasAlarms: true };
    open({ [`GET ${listWearers.path}`]: { selected: known.id, wearers: [known] } });
    const here = await region(panel);
    expect(await here.findByText(/Alarms keep ringing on a device/)).toBeVisible();
    expect(here.getByRole('link', { name: 'your alarm channels' })).toHaveAttribute('href', '/alarms');
  });

  test('a list that could not be loaded can be asked for again', async () => {
    open({ [listSessions.path]: () => failure('our-fault') });
    expect(await (await region(panel)).findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('exporting an account', () => {
  test('[ACC-5] the password is typed once more, then the file is saved', async () => {
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:zip', revokeObjectURL() {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.href} ${this.download}`);
    });
    const { callsTo } = open({ [exportData.path]: () => new Response('zip') });
    await press('Download all my data', 'Download all my data');
    const download = screen.getByRole('button', { name: 'Download' });
    expect(screen.getByLabelText('Your password')).toHaveFocus();
    expect(download).toHaveAccessibleDescription('Enter your password.');
    expect(download).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Your password'), 'Secret123!');
    await userEvent.click(download);
    expect(await screen.findByText('Your data has been downloaded')).toBeVisible();
    expect(callsTo(exportData.path)[0]?.body).toEqual({ password: 'Secret123!' });
    expect(saved).toEqual([expect.stringMatching(/^blob:zip tealight-\d{4}-\d\d-\d\d\.zip$/)]);
  });
});

describe('deleting the account', () => {
  test('[ACC-5] the password is typed once more, then nothing is left', async () => {
    const { callsTo } = open();
    await press('Delete my account', 'Delete my account');
    expect(callsTo(deleteAccount.path)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Your password'), 'Secret123!');
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('Your account has been deleted')).toBeVisible();
    expect(callsTo(deleteAccount.path)[0]?.body).toEqual({ password: 'Secret123!' });
    expect(session.token()).toBeNull();
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  test('[PPL-25] offers to hand people over before', async () => {
    open();
    const panel = (await screen.findByRole('heading', { name: 'Delete my account' })).closest('section');
    const link = within(panel ?? document.body).getByRole('link', { name: 'People' });
    expect(link).toHaveAttribute('href', '/people');
  });

  test('[ACC-5] can be thought better of', async () => {
    const { callsTo } = open();
    await press('Delete my account', 'Delete my account');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveFocus();
    expect(callsTo(deleteAccount.path)).toEqual([]);
  });

  test('[ACC-5] a wrong password deletes nothing', async () => {
    open({ [deleteAccount.path]: () => failure('wrong-password') });
    await press('Delete my account', 'Delete my account');
    await userEvent.type(screen.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await screen.findByText('Incorrect current password')).toBeVisible();
    expect(session.token()).toBe('token');
  });
});
