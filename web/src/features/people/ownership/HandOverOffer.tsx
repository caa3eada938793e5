import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, offerHandOver, SendReset } from '@tealight/contract';
import { useState } from 'react';
import { Inset } from '../../../components/content/Inset.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { EmailField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { handOverText } from '../../../text/people/hand-over.ts';
import { LabeledSegments } from '../LabeledSegments.tsx';
import { invitationsQuery } from '../queries.ts';

type Offer = BodyOf<typeof offerHandOver>;

/** Offers somebody the ownership by email. */
export function HandOverOffer({ wearer, onClose }: { wearer: string; onClose: () => void }) {
  const text = handOverText.fields;
  const [ownerBecomes, setOwnerBecomes] = useState<Offer['ownerBecomes']>('carer');
  const client = useQueryClient();
  const offer = useMutation({
    mutationFn: (body: Offer) => call(offerHandOver, { wearer, body }),
    onSuccess: async (_, { email }) => {
      notifySuccess(handOverText.offered({ email }));
      onClose();
      // There it can be withdrawn.
      await client.invalidateQueries(invitationsQuery(wearer));
    },
  });
  const form = useFormValues(SendReset, { email: '' }, offer.error);
  return (
    <Inset mt="md">
      <Form
        form={form}
        busy={offer.isPending}
        takesFocus
        onSubmit={({ email }) => offer.mutate({ email, ownerBecomes })}
      >
        <EmailField {...form.field('email')} autoComplete="email" />
        <LabeledSegments
          label={text.becomes}
          value={ownerBecomes}
          onChange={setOwnerBecomes}
          choices={[
            { value: 'carer', label: text.carer },
            { value: 'nobody', label: text.nobody },
          ]}
        />
        <SubmitRow
          label={handOverText.submit}
          busy={offer.isPending}
          waitsFor={form.values.email === '' ? handOverText.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </Inset>
  );
}
