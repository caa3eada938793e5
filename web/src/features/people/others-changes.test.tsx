import {
  type Follow,
  invite,
  listFollows,
  listInvitations,
  listShareLinks,
  listWearers,
  type OpenInvitation,
  readAudit,
  readHandOver,
  type ShareLink,
} from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeCalls } from '../../../test/fake-calls.ts';
import {
  adaId,
  aFollowed,
  anInvitation,
  aWearer,
  leoId,
  managedAnswers,
  mayaId,
  walter,
} from '../../../test/fake-wearers.ts';
import { openApp } from '../../../test/on-app.ts';

/** The app shows Ada; the event streams stay silent. */
const answers = managedAnswers([aWearer(), aWearer({ id: mayaId, name: 'Maya' }), aFollowed()]);
const open = (id = mayaId) => openApp(`/people/${id}`, 'token');
const userOfFakeTimers = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const aMoment = async () => act(() => vi.advanceTimersByTimeAsync(16_000));

const at = '2026-11-20T10:00:00Z';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

describe('the page of one wearer whom the app does not show', () => {
  test('[PPL-5] [PPL-11] [PPL-25] [PPL-29] [PPL-33] learns within seconds what others do', async () => {
    let follows: Follow[] = [];
    let invitations = [anInvitation];
    let links: ShareLink[] = [];
    let handOver: unknown = null;
    let entries: unknown[] = [];
    fakeCalls({
      ...answers,
      [`GET ${listFollows.path}`]: () => ({ follows }),
      [`GET ${listInvitations.path}`]: () => ({ invitations }),
      [`GET ${listShareLinks.path}`]: () => ({ links }),
      [`GET ${readHandOver.path}`]: () => ({ handOver }),
      [readAudit.path]: () => ({ entries, next: null }),
    });
    open();
    expect(await screen.findByText('Email to nina@example.org')).toBeVisible();
    expect(await screen.findByText('Nobody follows yet.')).toBeVisible();
    await screen.findByText('No share links.');
    follows = [walter];
    invitations = [];
    links = [
      {
        id: 9,
        name: 'Coach',
        scope: 'now',
        alias: null,
        madeAt: at,
        expiresAt: null,
        lastOpenedAt: null,
        opened: 0,
      },
    ];
    handOver = {
      fromName: 'Ada Moreno',
      toName: 'Nina Luna',
      agreedAt: at,
      takesEffectAt: at,
      isConfirmed: false,
      ownerBecomes: 'carer',
    };
    entries = [{ at, kind: 'wearer-added', by: 'Ada Moreno', about: null, detail: {} }];
    await aMoment();
    expect(await screen.findByText('Walter Moreno')).toBeVisible();
    expect(screen.queryByText('Email to nina@example.org')).toBeNull();
    expect(await screen.findByText('Coach')).toBeVisible();
    expect(await screen.findByText('Ada Moreno hands over to Nina Luna.')).toBeVisible();
    expect(await screen.findByText('Ada Moreno added this person.')).toBeVisible();
  });

  test('[PPL-23] a form that is open for a follower closes once others have removed them', async () => {
    const user = userOfFakeTimers();
    let follows = [walter];
    fakeCalls({ ...answers, [`GET ${listFollows.path}`]: () => ({ follows }) });
    open();
    await user.click(await screen.findByRole('button', { name: 'Change what Walter Moreno may do' }));
    follows = [];
    await aMoment();
    expect(await screen.findByText('Walter Moreno does not follow any more.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('list', { name: 'Followers' })).toHaveFocus());
  });

  test('[PPL-14] [PPL-23] goes within seconds when the access has ended', async () => {
    let wearers = [aWearer(), aFollowed()];
    fakeCalls({ ...answers, [listWearers.path]: () => ({ selected: adaId, wearers }) });
    open(leoId);
    await screen.findByRole('region', { name: 'How you see this person' });
    wearers = [aWearer()];
    await aMoment();
    expect(await screen.findByText('You do not follow this person, or no longer do')).toBeVisible();
  });

  test.each([
    ['was accepted', []],
    ['was declined', ['declined' as const]],
  ])('[PPL-8] [PPL-11] a QR code whose invitation %s elsewhere is not shown any more', async (_, states) => {
    const user = userOfFakeTimers();
    const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
    const ofQr: OpenInvitation = { ...anInvitation, kind: 'qr', email: null, expiresAt };
    let invitations: OpenInvitation[] = [];
    fakeCalls({
      ...answers,
      [`GET ${listInvitations.path}`]: () => ({ invitations }),
      [`POST ${invite.path}`]: () => {
        invitations = [ofQr];
        return { id: ofQr.id, link: 'https://tealight.example/join#abc', expiresAt };
      },
    });
    open();
    await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
    await user.click(screen.getByRole('radio', { name: 'QR code' }));
    await user.click(screen.getByRole('button', { name: 'Show the QR code' }));
    expect(await screen.findByRole('img', { name: 'QR code with the invitation' })).toBeVisible();
    invitations = states.map((state) => ({ ...ofQr, state }));
    await aMoment();
    expect(await screen.findByText('This invitation was used or withdrawn.')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'QR code with the invitation' })).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByRole('button', { name: 'Make a new one' })).toBeVisible();
  });

  test('[PPL-8] [PPL-11] a link whose invitation was used elsewhere is not shown any more', async () => {
    const user = userOfFakeTimers();
    let invitations: OpenInvitation[] = [];
    fakeCalls({
      ...answers,
      [`GET ${listInvitations.path}`]: () => ({ invitations }),
      [`POST ${invite.path}`]: () => {
        invitations = [{ ...anInvitation, kind: 'link', email: null }];
        return { id: anInvitation.id, link: 'https://tealight.example/join#abc', expiresAt: at };
      },
    });
    open();
    await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
    await user.click(screen.getByRole('radio', { name: 'By link' }));
    await user.click(screen.getByRole('button', { name: 'Make the link' }));
    expect(await screen.findByText('https://tealight.example/join#abc')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show QR code' }));
    invitations = [];
    await aMoment();
    expect(await screen.findByText('This invitation was used or withdrawn.')).toBeVisible();
    expect(screen.queryByText(/join#abc/)).toBeNull();
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('button', { name: 'Invite somebody' })).toBeVisible();
  });
});
