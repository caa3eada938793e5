import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BodyOf,
  type InvitationKind,
  invitationKinds,
  invite,
  type ListedWearer,
  SendReset,
} from '@tealight/contract';
import { useState } from 'react';
import { Inset } from '../../../components/content/Inset.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { EmailField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { RightsFields } from '../followers/RightsFields.tsx';
import { givenWith } from '../followers/rights-choice.ts';
import { LabeledSegments } from '../LabeledSegments.tsx';
import { invitationsQuery } from '../queries.ts';
import { LinkOnce } from './LinkOnce.tsx';
import { QrInvitation } from './QrInvitation.tsx';

export type InviteFormProps = { wearer: ListedWearer; onClose: () => void };

/** Invites somebody by email, by a link or by a QR code on this screen (PPL-8). */
export function InviteForm({ wearer, onClose }: InviteFormProps) {
  const text = sharingText.invitations;
  const [kind, setKind] = useState<InvitationKind>('email');
  const [choice, setChoice] = useState(() => givenWith('follower', wearer.rights));
  const send = useInvite(wearer.id, onClose);
  const form = useFormValues(SendReset, { email: '' }, send.error);
  const submit = (email?: string) =>
    send.mutate({
      kind,
      role: choice.role,
      rights: [...choice.rights],
      ...(email !== undefined && { email }),
    });
  const made = send.data;
  const isEnded = useIsEnded(wearer.id, made?.id ?? null);
  if (made?.link && kind === 'link')
    return (
      <LinkOnce
        link={isEnded ? null : made.link}
        about={isEnded ? text.ended : text.linkReady}
        qrLabel={text.qrImage}
        onDone={onClose}
      />
    );
  if (made?.link && kind === 'qr') {
    return (
      <QrInvitation
        key={made.id}
        link={made.link}
        expiresAt={made.expiresAt}
        isEnded={isEnded}
        onAnother={() => submit()}
        onDone={onClose}
      />
    );
  }
  return (
    <Inset mt="md">
      <Form
        // A link needs no address: any form can be sent.
        form={kind === 'email' ? form : { ...form, data: { email: '' } }}
        busy={send.isPending}
        takesFocus
        onSubmit={({ email }) => submit(kind === 'email' ? email : undefined)}
      >
        <LabeledSegments
          label={text.kind}
          value={kind}
          onChange={setKind}
          choices={invitationKinds.map((value) => ({ value, label: text.kinds[value] }))}
          about={text.aboutKinds[kind]}
        />
        {kind === 'email' && <EmailField {...form.field('email')} autoComplete="email" />}
        <RightsFields value={choice} mine={wearer.rights} onChange={setChoice} />
        <SubmitRow
          label={{ email: text.send, link: text.makeLink, qr: text.makeQr }[kind]}
          busy={send.isPending}
          waitsFor={kind === 'email' && form.values.email === '' ? text.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </Inset>
  );
}

/** Whether an invitation was in the list of open ones and is not any more. One that expires leaves it as well. */
function useIsEnded(wearer: string, id: number | null): boolean {
  const { data: invitations } = useQuery(invitationsQuery(wearer));
  const [known, setKnown] = useState<number | null>(null);
  const isOpen = invitations?.some((one) => one.id === id && one.state === 'open');
  if (isOpen && known !== id) setKnown(id);
  return known !== null && known === id && isOpen === false;
}

function useInvite(wearer: string, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof invite>) => call(invite, { wearer, body }),
    onSuccess: async (_, { email }) => {
      if (email !== undefined) {
        notifySuccess(sharingText.invitations.sent({ email }));
        onSent();
      }
      await client.invalidateQueries(invitationsQuery(wearer));
    },
  });
}
