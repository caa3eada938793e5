import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ListedWearer, type OpenInvitation, withdrawInvitation } from '@tealight/contract';
import { Item, ItemList } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { FormButton } from '../../../components/forms/FormButton.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callEnd } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayTimeText } from '../../../data/page/page-locale.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { followsQuery, invitationsQuery } from '../queries.ts';
import { InviteForm } from './InviteForm.tsx';

/** Invites somebody, and lists what is open and what was declined (PPL-8, PPL-11). */
export function InvitationsPanel({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.invitations;
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about}</Text>
      <Invitations wearer={wearer} />
      <FormButton label={text.start} mt="sm">
        {(close) => <InviteForm wearer={wearer} onClose={close} />}
      </FormButton>
    </Panel>
  );
}

function Invitations({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.invitations;
  const { data: invitations, isError, refetch } = useQuery(invitationsQuery(wearer.id));
  const list = useFocusAfterRender<HTMLUListElement>();
  const withdraw = useWithdraw(wearer.id, list.focus);
  if (invitations === undefined) {
    return <Loading {...{ isError, refetch }} height={48} />;
  }
  return (
    <>
      {invitations.length === 0 && <Text c="dimmed">{text.none}</Text>}
      <ItemList ref={list.target} label={text.list}>
        {invitations.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            isEnding={withdraw.isPending && withdraw.variables.id === invitation.id}
            onWithdraw={() => withdraw.mutate(invitation)}
          />
        ))}
      </ItemList>
      <CallErrors error={withdraw.error} />
    </>
  );
}

type InvitationItemProps = { invitation: OpenInvitation; isEnding: boolean; onWithdraw: () => void };

function InvitationItem({ invitation, isEnding, onWithdraw }: InvitationItemProps) {
  const text = sharingText.invitations;
  const role = rightsText.roles[invitation.role];
  const isOpen = invitation.state === 'open';
  const what = whatOf(invitation);
  return (
    <Item
      title={what}
      facts={[
        isOpen ? text.open({ role, date: dayTimeText(invitation.expiresAt) }) : text.declined({ role }),
      ]}
      actions={
        <Button
          variant="default"
          size="sm"
          loading={isEnding}
          aria-label={isOpen ? text.withdrawOf({ what }) : text.clearOf({ what })}
          onClick={onWithdraw}
        >
          {isOpen ? text.withdraw : text.clear}
        </Button>
      }
    />
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
    mutationFn: ({ id }: OpenInvitation) => callEnd(withdrawInvitation, { wearer, body: { id } }),
    onSuccess: async (isEnded, { state }) => {
      const { withdrawn, cleared, notOpen } = sharingText.invitations;
      notifySuccess(!isEnded ? notOpen : state === 'open' ? withdrawn : cleared);
      // Who has accepted it follows now.
      void client.invalidateQueries(followsQuery(wearer));
      await client.invalidateQueries(invitationsQuery(wearer));
      onDone();
    },
  });
}
