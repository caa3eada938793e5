import { notifyManager } from '@tanstack/react-query';
import {
  type AuditEntry,
  type AuditKind,
  auditKinds,
  cancelHandOver,
  confirmHandOver,
  type HandOver,
  type ListedWearer,
  listFollows,
  listInvitations,
  listShareLinks,
  listWearers,
  type OpenInvitation,
  offerHandOver,
  readAudit,
  readHandOver,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls, type ReceivedCall } from '../../../../test/fake-calls.ts';
import { adaId, aFollowed, aWearer, leoId, peopleAnswers } from '../../../../test/fake-wearers.ts';
import { openApp } from '../../../../test/on-app.ts';
import { accountClient, queryClient } from '../../../data/wearer/query-clients.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';
import { handOverQuery } from '../queries.ts';
import { auditSentence } from './audit-sentence.ts';

const answers = {
  ...peopleAnswers([aWearer(), aFollowed()]),
  [`GET ${listFollows.path}`]: { follows: [] },
  [`GET ${listInvitations.path}`]: { invitations: [] },
  [`GET ${listShareLinks.path}`]: { links: [] },
  [`GET ${readHandOver.path}`]: { handOver: null as HandOver | null },
  [readAudit.path]: { entries: [] as AuditEntry[], next: null },
};
const agreed: HandOver = {
  fromName: 'Grace Moreno',
  toName: 'Leo Moreno',
  agreedAt: '2026-11-22T10:00:00Z',
  takesEffectAt: '2026-11-25T10:00:00Z',
  isConfirmed: false,
  ownerBecomes: 'carer',
};
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

const entry = (kind: AuditKind, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-11-21T10:00:00Z',
  kind,
  by: 'Ada Moreno',
  about: 'Walter Moreno',
  detail: {},
  ...more,
});

describe('the list of access', () => {
  test('[PPL-33] a source is called as where it is connected', () => {
    const detail = { source: 'nightScout' };
    expect(auditSentence(entry('source-connected', { detail }))).toBe('Ada Moreno connected Nightscout.');
  });

  test.each(auditKinds)('[PPL-33] “%s” is a whole sentence, also without names and details', (kind) => {
    const sentence = auditSentence(entry(kind, { by: null, about: null }));
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/undefined|null| {2}/);
  });

  test('[PPL-33] says who gave what to whom', () => {
    const detail = { role: 'follower', rights: ['see-now', 'lamps'] } as const;
    expect(
      auditSentence(entry('rights-changed', { detail: { ...detail, rights: [...detail.rights] } })),
    ).toBe(
      'Ada Moreno changed what Walter Moreno may do: Follower (see the current reading, connect lamps, with a code of their own).',
    );
    expect(auditSentence(entry('invited', { detail: { role: 'carer', by: 'qr' } }))).toBe(
      'Ada Moreno invited somebody by QR code with the role Caregiver.',
    );
  });

  test('[PPL-33] is shown page by page, the latest first', async () => {
    const { callsTo } = fakeCalls({
      ...answers,
      [readAudit.path]: ({ query }: ReceivedCall) =>
        query.before === undefined
          ? { entries: [entry('invited')], next: '12' }
          : { entries: [entry('wearer-added')], next: null },
    });
    openApp(`/people/${adaId}`, 'token');
    const list = within(await screen.findByRole('list', { name: 'Access history' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }));
    expect(await list.findByText('Ada Moreno added this person.')).toBeVisible();
    expect(list.getAllByRole('listitem')[0]).toHaveTextContent('Ada Moreno invited somebody.');
    expect(callsTo(readAudit.path)[1]).toMatchObject({ wearer: adaId, query: { before: '12' } });
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  });
});

describe('a hand-over', () => {
  test('[PPL-25] is offered by email, and says what becomes of the owner', async () => {
    const offer: OpenInvitation = {
      id: 4,
      kind: 'email',
      email: 'leo@example.org',
      role: 'owner',
      rights: [],
      madeAt: '2026-11-22T10:00:00Z',
      expiresAt: '2026-11-29T10:00:00Z',
      state: 'open',
    };
    let invitations: OpenInvitation[] = [];
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${listInvitations.path}`]: () => ({ invitations }),
      [`POST ${offerHandOver.path}`]: () => {
        invitations = [offer];
        return { expiresAt: offer.expiresAt };
      },
    });
    openApp(`/people/${adaId}`, 'token');
    await userEvent.click(await screen.findByRole('button', { name: 'Offer a hand-over' }));
    const handOver = await panel('Hand over');
    await userEvent.type(handOver.getByLabelText('Email'), 'leo@example.org');
    await userEvent.click(handOver.getByRole('radio', { name: 'Without access' }));
    await userEvent.click(handOver.getByRole('button', { name: 'Send the offer' }));
    expect(await screen.findByText('Offer sent to leo@example.org')).toBeVisible();
    expect(callsTo(offerHandOver.path).find(({ method }) => method === 'POST')).toMatchObject({
      wearer: adaId,
      body: { email: 'leo@example.org', ownerBecomes: 'nobody' },
    });
    // Where it can be withdrawn.
    expect(await (await panel('Invitations')).findByText('Email to leo@example.org')).toBeVisible();
  });

  test('[PPL-25] an agreed one is shown to both sides and confirmed with the password', async () => {
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${readHandOver.path}`]: { handOver: agreed },
      [confirmHandOver.path]: { handedOver: false },
    });
    openApp(`/people/${leoId}`, 'token');
    const handOver = await panel('Hand over');
    expect(handOver.getByText('Grace Moreno hands over to Leo Moreno.')).toBeVisible();
    expect(
      handOver.getByText(/takes effect on Nov 25, 2026.*Grace Moreno becomes a caregiver/),
    ).toBeVisible();
    await userEvent.click(handOver.getByRole('button', { name: 'Confirm with password' }));
    await userEvent.click(handOver.getByRole('button', { name: 'Not now' }));
    expect(handOver.getByRole('button', { name: 'Confirm with password' })).toHaveFocus();
    await userEvent.click(handOver.getByRole('button', { name: 'Confirm with password' }));
    await userEvent.type(handOver.getByLabelText('Your password'), 'Secret123!{Enter}');
    expect(await screen.findByText('Confirmed. We are waiting for the other person.')).toBeVisible();
    // Not the button, which goes once the panel has learned of it.
    await waitFor(() => expect(handOver.getByText('Grace Moreno hands over to Leo Moreno.')).toHaveFocus());
    expect(callsTo(confirmHandOver.path)[0]).toMatchObject({
      wearer: leoId,
      body: { password: 'Secret123!' },
    });
  });

  test('[SHELL-11] [PPL-25] who confirms last has the focus on the page, also where all of it changes at once', async () => {
    const wearersOf = (leo: ListedWearer) => ({ selected: adaId, wearers: [aWearer(), leo] });
    fakeCalls({
      ...answers,
      [listWearers.path]: wearersOf(aWearer({ id: leoId, name: 'Leo' })),
      [`GET ${readHandOver.path}`]: { handOver: agreed },
      [confirmHandOver.path]: () => Promise.withResolvers().promise,
    });
    openApp(`/people/${leoId}`, 'token');
    const handOver = await panel('Hand over');
    await userEvent.click(await handOver.findByRole('button', { name: 'Confirm with password' }));
    await userEvent.type(handOver.getByLabelText('Your password'), 'Secret123!');
    await userEvent.click(handOver.getByRole('button', { name: 'Confirm' }));
    notifyManager.batch(() => {
      accountClient.setQueryData(wearersQuery.queryKey, wearersOf(aFollowed()));
      queryClient.setQueryData(handOverQuery(leoId).queryKey, null);
    });
    await panel('How you see this person');
    expect(screen.queryByRole('region', { name: 'Hand over' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('[PPL-25] is not offered before it is known that none is agreed', async () => {
    const asked = Promise.withResolvers<unknown>();
    fakeCalls({ ...answers, [`GET ${readHandOver.path}`]: () => asked.promise });
    openApp(`/people/${adaId}`, 'token');
    const handOver = await panel('Hand over');
    expect(handOver.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(handOver.queryByRole('button', { name: 'Offer a hand-over' })).toBeNull();
    asked.resolve({ handOver: null });
    expect(await handOver.findByRole('button', { name: 'Offer a hand-over' })).toBeVisible();
    expect(handOver.queryByRole('status')).toBeNull();
  });

  test.each([
    { name: 'the owner', id: adaId },
    { name: 'a follower', id: leoId },
  ])('[PPL-25] one that could not be loaded is no missing one for $name', async ({ id }) => {
    let answer: unknown = failure('our-fault');
    fakeCalls({ ...answers, [`GET ${readHandOver.path}`]: () => answer });
    openApp(`/people/${id}`, 'token');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', { name: 'Offer a hand-over' })).toBeNull();
    answer = { handOver: agreed };
    const handOver = await panel('Hand over');
    await userEvent.click(again);
    expect(await handOver.findByText('Grace Moreno hands over to Leo Moreno.')).toBeVisible();
    expect(handOver.queryByRole('alert')).toBeNull();
  });

  test('[PPL-25] a follower of somebody without one sees no panel', async () => {
    const { callsTo } = fakeCalls(answers);
    openApp(`/people/${leoId}`, 'token');
    await panel('How you see this person');
    await waitFor(() => expect(callsTo(readHandOver.path)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Hand over' })).toBeNull();
  });

  test('[PPL-25] can be canceled before it takes effect', async () => {
    let handOver: typeof agreed | null = agreed;
    const { callsTo } = fakeCalls({
      ...answers,
      [`GET ${readHandOver.path}`]: () => ({ handOver }),
      [cancelHandOver.path]: () => {
        handOver = null;
        return { isSuccess: true };
      },
    });
    openApp(`/people/${adaId}`, 'token');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the hand-over' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel the hand-over?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the hand-over' }));
    await waitFor(() => expect(callsTo(cancelHandOver.path)[0]?.wearer).toBe(adaId));
    // The button that was pressed is gone with what it ended.
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Hand over' })).toHaveFocus());
  });
});
