import {
  endShareLink,
  invite,
  listInvitations,
  listShareLinks,
  makeShareLink,
  type OpenInvitation,
  roleRights,
  rotateShareLink,
  type ShareLink,
  withdrawInvitation,
} from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, fakeCalls } from '../../../../test/fake-calls.ts';
import { adaId, anInvitation, aWearer, managedAnswers } from '../../../../test/fake-wearers.ts';
import { openApp } from '../../../../test/on-app.ts';
import { setServerAhead } from '../../../../test/server-time.ts';

const HOUR_MS = 3_600_000;
const link = 'https://tealight.example/join#abc';
const answers = managedAnswers([aWearer()]);
const open = () => openApp(`/people/${adaId}`, 'token');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const startInvitation = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Invite somebody' }));

afterEach(() => vi.useRealTimers());

describe('inviting', () => {
  test('[PPL-8] by email: the address, the role and its rights are sent', async () => {
    const { callsTo } = fakeCalls({
      ...answers,
      [`POST ${invite.path}`]: { id: 1, link: null, expiresAt: '2026-11-29T10:00:00Z' },
    });
    open();
    await startInvitation();
    await userEvent.type((await panel('Invitations')).getByLabelText('Email'), 'walter@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invitation sent to walter@example.org')).toBeVisible();
    expect(callsTo(invite.path).find(({ method }) => method === 'POST')).toMatchObject({
      wearer: adaId,
      body: {
        kind: 'email',
        email: 'walter@example.org',
        role: 'follower',
        rights: roleRights.follower.given,
      },
    });
  });

  test('[PPL-8] by link: it is shown once, to copy or as a QR code', async () => {
    const user = userEvent.setup();
    fakeCalls({
      ...answers,
      [`POST ${invite.path}`]: { id: 1, link, expiresAt: '2026-11-29T10:00:00Z' },
    });
    open();
    await startInvitation();
    await userEvent.click(screen.getByRole('radio', { name: 'By link' }));
    expect((await panel('Invitations')).queryByLabelText('Email')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Make the link' }));
    expect(await screen.findByText(link)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    await userEvent.click(screen.getByRole('button', { name: 'Show QR code' }));
    expect(await screen.findByRole('img', { name: 'QR code with the invitation' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(link)).toBeNull();
  });

  test.each([
    ['right', 0],
    ['two hours ahead', -2 * HOUR_MS],
    ['two hours behind', 2 * HOUR_MS],
  ])(
    '[PPL-8] by QR code, on a clock that is %s: it counts down its 15 minutes, and goes when they are over',
    async (_, serverAheadMs) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      setServerAhead(serverAheadMs);
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
      const expiresAt = new Date(Date.now() + serverAheadMs + 15 * 60_000).toISOString();
      fakeCalls({ ...answers, [`POST ${invite.path}`]: { id: 1, link, expiresAt } });
      open();
      await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
      await user.click(screen.getByRole('radio', { name: 'QR code' }));
      await user.click(screen.getByRole('button', { name: 'Show the QR code' }));
      expect(await screen.findByRole('img', { name: 'QR code with the invitation' })).toBeVisible();
      expect(screen.getByRole('timer')).toHaveTextContent(/Works for another 1[45]:\d\d/);
      // An answer tells the server's time in whole seconds.
      await act(async () => vi.advanceTimersByTime(15 * 60_000 + 1000));
      expect(screen.queryByRole('img', { name: 'QR code with the invitation' })).toBeNull();
      expect(screen.getByText('This QR code has expired.')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Make a new one' })).toBeVisible();
    },
  );

  test('[PPL-11] open invitations can be withdrawn, and a declined one says so', async () => {
    const declined: OpenInvitation = { ...anInvitation, id: 5, kind: 'link', email: null, state: 'declined' };
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${listInvitations.path}`]: { invitations: [anInvitation, declined] },
    });
    open();
    const list = within(await screen.findByRole('list', { name: 'Open invitations' }));
    expect(list.getByText('Email to nina@example.org')).toBeVisible();
    expect(list.getByText('Caregiver, declined')).toBeVisible();
    await userEvent.click(
      list.getByRole('button', { name: 'Withdraw the invitation: Email to nina@example.org' }),
    );
    expect(await screen.findByText('Invitation withdrawn')).toBeVisible();
    expect(callsTo(withdrawInvitation.path)[0]).toMatchObject({ wearer: adaId, body: { id: 4 } });
  });

  test('[PPL-11] pressed twice, an invitation is withdrawn once; one that is not open any more leaves the list without an error', async () => {
    let invitations = [anInvitation];
    const withdrawing = Promise.withResolvers();
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${listInvitations.path}`]: () => ({ invitations }),
      [withdrawInvitation.path]: () => withdrawing.promise,
    });
    open();
    const list = within(await screen.findByRole('list', { name: 'Open invitations' }));
    const withdraw = list.getByRole('button', { name: /^Withdraw the invitation/ });
    await userEvent.click(withdraw);
    await userEvent.click(withdraw);
    expect(callsTo(withdrawInvitation.path)).toHaveLength(1);
    invitations = [];
    withdrawing.resolve(failure('no-such-invitation'));
    expect(await screen.findByText('This invitation was no longer open')).toBeVisible();
    await waitFor(() => expect(withdraw).not.toBeInTheDocument());
    expect((await panel('Invitations')).queryByRole('alert')).toBeNull();
  });
});

describe('share links', () => {
  const nurse: ShareLink = {
    id: 9,
    name: 'School nurse',
    scope: 'day',
    alias: 'A pupil',
    madeAt: '2026-11-20T10:00:00Z',
    expiresAt: null,
    lastOpenedAt: '2026-11-21T10:00:00Z',
    opened: 3,
  };

  test('[PPL-27] a link has a name, a scope, an end and another name; its address is shown once', async () => {
    const address = 'https://tealight.example/s#secret';
    const { callsTo } = fakeCalls({
      ...answers,
      [`POST ${makeShareLink.path}`]: { id: 9, link: address },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Make a share link' }));
    await userEvent.type(screen.getByLabelText('Who is it for?'), 'School nurse');
    await userEvent.selectOptions(screen.getByLabelText('What it shows'), 'history');
    await userEvent.selectOptions(screen.getByLabelText('How long it works'), 'week');
    await userEvent.type(screen.getByLabelText('Name on the page (optional)'), 'A pupil');
    await userEvent.click(screen.getByRole('button', { name: 'Make link' }));
    expect(await screen.findByText(address)).toBeVisible();
    expect(callsTo(makeShareLink.path).find(({ method }) => method === 'POST')).toMatchObject({
      wearer: adaId,
      body: { name: 'School nurse', scope: 'history', lasts: 'week', alias: 'A pupil' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(address)).toBeNull();
  });

  test('[PPL-29] the list says when a link was last opened and how often; a new link ends the old one', async () => {
    const address = 'https://tealight.example/s#new';
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${listShareLinks.path}`]: { links: [nurse] },
      [rotateShareLink.path]: { id: 9, link: address },
    });
    open();
    expect(await screen.findByText(/^Last opened Nov 21, 2026.*3 times$/)).toBeVisible();
    expect(screen.getByText('Shown as A pupil')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Make a new link for School nurse' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Make a new link for School nurse?' }));
    expect(dialog.getByText(/The old link stops working at once/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'New link' }));
    expect(await screen.findByText(address)).toBeVisible();
    expect(callsTo(rotateShareLink.path)[0]).toMatchObject({ wearer: adaId, body: { id: 9 } });
  });

  test.each([
    ['ahead', -2 * HOUR_MS],
    ['behind', 2 * HOUR_MS],
  ])(
    '[PPL-27] whether a link has ended goes by the server’s clock, where this one is %s',
    async (_, serverAheadMs) => {
      setServerAhead(serverAheadMs);
      const inHours = (hours: number) => new Date(Date.now() + serverAheadMs + hours * HOUR_MS).toISOString();
      const links = [
        { ...nurse, expiresAt: inHours(1) },
        { ...nurse, id: 10, name: 'Coach', expiresAt: inHours(-1) },
      ];
      fakeCalls({ ...answers, [`GET ${listShareLinks.path}`]: { links } });
      open();
      const items = within(await screen.findByRole('list', { name: 'Share links' })).getAllByRole('listitem');
      expect(items[0]).not.toHaveTextContent('ended');
      expect(items[1]).toHaveTextContent('ended');
    },
  );

  test('[PPL-29] a link that has been ended elsewhere is gone from the list, without an error', async () => {
    let links = [nurse];
    fakeCalls({
      ...answers,
      [`GET ${listShareLinks.path}`]: () => ({ links }),
      [endShareLink.path]: () => failure('no-such-link'),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End the link for School nurse' }));
    links = [];
    const dialog = within(screen.getByRole('dialog', { name: 'End the link for School nurse?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    await waitFor(() => expect(screen.queryByText('School nurse')).toBeNull());
    expect(screen.queryByText(/does not exist any more/)).toBeNull();
  });

  test('[PPL-29] a link is ended after a confirmation', async () => {
    const { callsTo } = fakeCalls({ ...answers, [`GET ${listShareLinks.path}`]: { links: [nurse] } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End the link for School nurse' }));
    const dialog = within(screen.getByRole('dialog', { name: 'End the link for School nurse?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    await waitFor(() => expect(callsTo(endShareLink.path)[0]?.body).toEqual({ id: 9 }));
  });
});
