import { useMutation } from '@tanstack/react-query';
import { type AlarmChannel, removeAlarmChannel } from '@tealight/contract';
import { Confirmation } from '../../../components/forms/Confirmation.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { alarmsKey } from '../../../data/wearer/alarms.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { channelsText } from '../../../text/alarms/channels.ts';
import { forgetPush } from './push/remembered-push.ts';
import { currentSubscription } from './push/subscription.ts';

export type RemoveChannelProps = {
  channel: AlarmChannel;
  isThisBrowser: boolean;
  opened: boolean;
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks before a channel is removed; this browser also ends its subscription. */
export function RemoveChannel({ channel, isThisBrowser, opened, onClose, onRemoved }: RemoveChannelProps) {
  const text = channelsText.remove;
  const { id, name } = channel;
  const remove = useMutation({
    mutationFn: async () => {
      await callDone(removeAlarmChannel, { body: { id } });
      if (isThisBrowser) await endSubscription();
    },
    onSuccess: async () => {
      notifySuccess(text.done({ name }));
      await accountClient.invalidateQueries({ queryKey: alarmsKey });
      onRemoved();
    },
  });
  return (
    <Confirmation
      opened={opened}
      title={text.title({ name })}
      consequence={text.consequence}
      confirm={text.button}
      keep={text.keep}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

async function endSubscription(): Promise<void> {
  forgetPush();
  await (await currentSubscription().catch(() => null))?.unsubscribe().catch(() => undefined);
}
