import { useMutation } from '@tanstack/react-query';
import { type AlarmChannel, removeAlarmChannel } from '@tealight/contract';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { callEnd } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { alarmsKey } from '../../../data/wearer/alarms.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { channelsText } from '../../../text/alarms/channels.ts';
import { forgetPush } from './push/remembered-push.ts';
import { currentSubscription } from './push/subscription.ts';

export type RemoveChannelProps = { channel: AlarmChannel; isThisBrowser: boolean; onRemoved: () => void };

/** Removes a channel; this browser also ends its subscription. */
export function RemoveChannel({ channel: { id, name }, isThisBrowser, onRemoved }: RemoveChannelProps) {
  const text = channelsText.remove;
  const remove = useMutation({
    mutationFn: async () => {
      await callEnd(removeAlarmChannel, { body: { id } });
      if (isThisBrowser) await endSubscription();
    },
    onSuccess: async () => {
      notifySuccess(text.done({ name }));
      await accountClient.invalidateQueries({ queryKey: alarmsKey });
      onRemoved();
    },
  });
  return (
    <ConfirmButton
      size="sm"
      label={text.button}
      name={text.of({ name })}
      title={text.title({ name })}
      consequence={text.consequence}
      keep={text.keep}
      action={remove}
    />
  );
}

async function endSubscription(): Promise<void> {
  forgetPush();
  await (await currentSubscription().catch(() => null))?.unsubscribe().catch(() => undefined);
}
