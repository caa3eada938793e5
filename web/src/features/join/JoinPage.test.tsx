import { answerInvitation, type Invitation, lookAtInvitation, roleRights, signIn } from '@tealight/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { leoId } from '../../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { keepInvitation, pendingInvitationPath } from './pending-invitation.ts';

const invitation: Invitation = {
  inviterName: 'Grace',
  wearerName: 'Leo',
  role: 'follower',
  isForOneAddress: true,
  rights: [...roleRights.follower.given, 'lamps'],
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const open = (token: string | null = null) => openApp('/join#token-1', token);
const heading = () => screen.findByRole('heading', { level: 1 });
const listBelow = async (name: string) =>
  within((await screen.findByRole('heading', { name })).parentElement ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function signInAsLeo(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'leo@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'Secret123!');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

afterEach(() => localStorage.clear());

describe('before any sign-in', () => {
  test('[PPL-12] says who invites, for whom, what will be seen, what not, what may be done, and that one can leave', async () => {
    const { callsTo, calls } = fakeCalls({ [lookAtInvitation.path]: invitation });
    open();
    expect(await heading()).toHaveTextContent('Grace invites you to follow Leo');
    expect(await listBelow('You will see')).toEqual([
      'The current reading, its trend and its age',
      'The chart of the last 24 hours',
      'Alarms, which may wake you: you choose when and how',
    ]);
    expect(await listBelow('You may')).toEqual(['Connect lamps, with a code of your own']);
    expect(await listBelow('You will not see')).toContain('All readings, time in range and the typical day');
    expect(screen.getByText('You can stop following at any time.')).toBeVisible();
    expect(screen.getByRole('main').textContent).not.toMatch(/mg\/dL|mmol|@/);
    expect(screen.getByRole('main').querySelector('img')).toBeNull();
    expect(callsTo(lookAtInvitation.path)[0]).toMatchObject({ token: null, body: { token: 'token-1' } });
    expect(calls.some(({ path }) => path.includes('Readings'))).toBe(false);
  });

  test('[PPL-12] says who acts on alarms, and who gets none', async () => {
    fakeCalls({ [lookAtInvitation.path]: { ...invitation, rights: ['see-now', 'act'] } });
    open();
    await heading();
    expect(await listBelow('You may')).toEqual(['Mark alarms as seen and snooze them, for everybody']);
    expect(await listBelow('You will not see')).toContain(
      'Alarms, which may wake you: you choose when and how',
    );
  });

  test.each(['', '#unknown'])('[PPL-11] “/join%s” is a link that is no longer valid', async (hash) => {
    fakeCalls({ [lookAtInvitation.path]: () => failure('link-expired') });
    openApp(`/join${hash}`);
    expect(await heading()).toHaveTextContent('This link has expired or is no longer valid');
  });

  test('[PPL-12] a sign-in leads back to the invitation, also the first one', async () => {
    fakeCalls({
      [lookAtInvitation.path]: invitation,
      [signIn.path]: { accessToken: 'new', firstTimeLoggedIn: true },
    });
    open();
    await heading();
    const actions = within(screen.getByRole('main'));
    expect(await actions.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    await userEvent.click(actions.getByRole('link', { name: 'Sign in' }));
    await signInAsLeo();
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
    expect(currentAddress()).toBe('/join');
    expect(window.location.hash).toBe('#token-1');
    expect(localStorage.getItem('tealight-invitation')).toBeNull();
  });

  test('[PPL-12] so does one in another tab, where the link of the confirmation email has opened', async () => {
    fakeCalls({
      [lookAtInvitation.path]: { ...invitation, expiresAt: inHours(3) },
      [signIn.path]: { accessToken: 'new', firstTimeLoggedIn: true },
    });
    open();
    await screen.findByRole('link', { name: 'Sign up' });
    // The other tab has the same local storage, and nothing else of this one.
    cleanup();
    sessionStorage.clear();
    openApp('/login', null);
    await signInAsLeo();
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
    expect(window.location.hash).toBe('#token-1');
    expect(localStorage.getItem('tealight-invitation')).toBeNull();
  });

  test('[PPL-11] nothing of a link that is no longer valid is kept', async () => {
    keepInvitation('token-1', inHours(3));
    fakeCalls({ [lookAtInvitation.path]: () => failure('link-expired') });
    open();
    await heading();
    await waitFor(() => expect(pendingInvitationPath()).toBeNull());
  });
});

describe('the answer', () => {
  test('[PPL-11] declining says what the other one learns', async () => {
    const { callsTo } = fakeCalls({
      [lookAtInvitation.path]: invitation,
      [answerInvitation.path]: { wearer: null, takesEffectAt: null },
    });
    open('token');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Grace sees that you declined, and nothing else.')).toBeVisible();
    expect(callsTo(answerInvitation.path)[0]?.body).toEqual({ token: 'token-1', accept: false });
  });

  test('[PPL-9] another account is refused without naming the address that was invited', async () => {
    fakeCalls({
      [lookAtInvitation.path]: invitation,
      [answerInvitation.path]: () => failure('other-address'),
    });
    open('token');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This invitation is for an account with another email address');
    expect(alert.textContent).not.toContain('@');
  });

  test('[PPL-11] an invitation that was withdrawn while the page was open is no longer valid', async () => {
    fakeCalls({
      [lookAtInvitation.path]: invitation,
      [answerInvitation.path]: () => failure('link-expired'),
    });
    open('token');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(async () =>
      expect(await heading()).toHaveTextContent('This link has expired or is no longer valid'),
    );
  });

  test('[PPL-25] a hand-over says what it means and when it takes effect', async () => {
    fakeCalls({
      [lookAtInvitation.path]: { ...invitation, role: 'owner' },
      [answerInvitation.path]: { wearer: leoId, takesEffectAt: '2026-11-25T10:00:00Z' },
    });
    open('token');
    expect(await heading()).toHaveTextContent('Grace offers to make you the owner of Leo');
    expect(screen.getByText(/It takes effect 3 days after you accept/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Accept the hand-over' }));
    expect(await screen.findByText(/You become the owner of Leo on Nov 25, 2026/)).toBeVisible();
  });
});
