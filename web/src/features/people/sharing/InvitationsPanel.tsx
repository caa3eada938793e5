import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ListedWearer, type OpenInvitation, withdrawInvitation } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { commonText } from '../../../text/common.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { dayTimeText } from '../dates.ts';
import classes from '../manage.module.css';
import { invitationsQuery } from '../queries.ts';
import { InviteForm } from './InviteForm.tsx';

/** Invites somebody, and lists what is open and what was declined (PPL-8, PPL-11). */
export function InvitationsPanel({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.invitations;
  const [isInviting, setInviting] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const close = () => {
    setInviting(false);
    button.focus();
  };
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about}</Text>
      <Invitations wearer={wearer} />
      {isInviting ? (
        <InviteForm wearer={wearer} onClose={close} />
      ) : (
        <Button ref={button.target} mt="sm" onClick={() => setInviting(true)}>
          {text.start}
        </Button>
      )}
    </Panel>
  );
}

function Invitations({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.invitations;
  const { data: invitations, isError, refetch } = useQuery(invitationsQuery(wearer.id));
  const list = useFocusAfterRender<HTMLUListElement>();
  const withdraw = useWithdraw(wearer.id, list.focus);
  if (invitations === undefined) {
    return isError ? (
      <LoadError onRetry={refetch} />
    ) : (
      <Skeleton height={48} aria-label={commonText.loading} role="status" />
    );
  }
  return (
    <>
      {invitations.length === 0 && <Text c="dimmed">{text.none}</Text>}
      <ul ref={list.target} tabIndex={-1} className={classes.list} aria-label={text.list}>
        {invitations.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() => withdraw.mutate(invitation)}
          />
        ))}
      </ul>
      <CallErrors error={withdraw.error} />
    </>
  );
}

type InvitationItemProps = { invitation: OpenInvitation; onWithdraw: () => void };

function InvitationItem({ invitation, onWithdraw }: InvitationItemProps) {
  const text = sharingText.invitations;
  const role = rightsText.roles[invitation.role];
  const isOpen = invitation.state === 'open';
  const what = whatOf(invitation);
  return (
    <li>
      <div>
        <Text fw={500}>{what}</Text>
        <Text size="sm" c="dimmed">
          {isOpen ? text.open({ role, date: dayTimeText(invitation.expiresAt) }) : text.declined({ role })}
        </Text>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={isOpen ? text.withdrawOf({ what }) : text.clearOf({ what })}
        onClick={onWithdraw}
      >
        {isOpen ? text.withdraw : text.clear}
      </Button>
    </li>
  );
}

function whatOf({ kind, email }: OpenInvitation): string {
  const { byEmail, byLink, byQr, kinds } = sharingText.invitations;
  if (kind === 'email') return email === null ? kinds.email : byEmail({ email });
  return kind === 'link' ? byLink : byQr;
}

function useWithdraw(wearer: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: OpenInvitation) => callDone(withdrawInvitation, { wearer, body: { id } }),
    onSuccess: async (_, { state }) => {
      const { withdrawn, cleared } = sharingText.invitations;
      notifySuccess(state === 'open' ? withdrawn : cleared);
      await client.invalidateQueries(invitationsQuery(wearer));
      onDone();
    },
  });
}
