import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmHandOver } from '@tealight/contract';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';
import { handOverText } from '../../../text/people/hand-over.ts';
import { PasswordConfirmation } from '../../security/PasswordConfirmation.tsx';
import { handOverQuery } from '../queries.ts';

type ConfirmHandOverProps = { wearer: string; onConfirmed: () => void; onCancel: () => void };

/** Confirms an agreed hand-over with the password. */
export function ConfirmHandOver({ wearer, onConfirmed, onCancel }: ConfirmHandOverProps) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: (password: string) => call(confirmHandOver, { wearer, body: { password } }),
    onSuccess: async ({ handedOver }) => {
      notifySuccess(handedOver ? handOverText.handedOver : handOverText.waitsForOther);
      await Promise.all([
        client.invalidateQueries(handOverQuery(wearer)),
        accountClient.invalidateQueries(wearersQuery),
      ]);
      onConfirmed();
    },
  });
  return (
    <PasswordConfirmation
      action={handOverText.confirmNow}
      cancel={handOverText.notNow}
      busy={confirm.isPending}
      error={confirm.error}
      onConfirm={confirm.mutate}
      onCancel={onCancel}
    />
  );
}
