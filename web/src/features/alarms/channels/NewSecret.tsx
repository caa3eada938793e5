import { useMutation } from '@tanstack/react-query';
import { type AlarmChannel, renewWebhookSecret } from '@tealight/contract';
import { Confirmation } from '../../../components/forms/Confirmation.tsx';
import { call } from '../../../data/call.ts';
import { channelsText } from '../../../text/alarms/channels.ts';
import { SecretOnce } from './SecretOnce.tsx';

export type NewSecretProps = { channel: AlarmChannel; opened: boolean; onClose: () => void };

/** A new secret for a webhook, which is shown once. */
export function NewSecret({ channel: { id, name }, opened, onClose }: NewSecretProps) {
  const text = channelsText.secret;
  const renew = useMutation({
    mutationFn: () => call(renewWebhookSecret, { body: { id } }),
    onSuccess: onClose,
  });
  return (
    <>
      {renew.data && <SecretOnce name={name} secret={renew.data.secret} onDone={renew.reset} />}
      <Confirmation
        opened={opened}
        title={text.title({ name })}
        consequence={text.consequence}
        confirm={text.renew}
        keep={text.keep}
        busy={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
        onClose={onClose}
      />
    </>
  );
}
