import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AlarmRecipient, setOnDuty } from '@tealight/contract';
import { Item } from '../../../components/content/ItemList.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { call } from '../../../data/call.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';
import { recipientsText as text } from '../../../text/alarms/recipients.ts';

export type RecipientItemProps = { wearer: string; recipient: AlarmRecipient; mayAct: boolean };

/** One recipient: on duty or not, and whether any of their channels works. */
export function RecipientItem({ wearer, recipient, mayAct }: RecipientItemProps) {
  const { id, name, isMe, isOnDuty, hasPlan, wantsNone, channels, reachedChannels } = recipient;
  const isReached = channels > 0 && reachedChannels > 0;
  const change = useMutation({
    mutationFn: (onDuty: boolean) => call(setOnDuty, { wearer, body: { id, onDuty } }),
    onSettled: refreshAlarms,
  });
  return (
    <Item
      title={isMe ? text.you({ name }) : name}
      facts={[
        wantsNone ? text.wantsNone : hasPlan ? (mayAct ? text.planEnds : text.hasPlan) : null,
        isReached ? text.reached({ reached: reachedChannels, channels }) : null,
      ]}
      warning={isReached ? null : channels === 0 ? text.noChannel : text.notReached}
      actions={
        mayAct && !wantsNone ? (
          <Switch
            label={isOnDuty ? text.onDuty : text.offDuty}
            aria-label={text.onDutyOf({ name })}
            size="md"
            // Not disabled while it waits: browsers would take the focus away.
            aria-disabled={change.isPending}
            checked={isOnDuty}
            onChange={(event) => change.isPending || change.mutate(event.currentTarget.checked)}
          />
        ) : (
          <Text>{isOnDuty ? text.onDuty : text.offDuty}</Text>
        )
      }
    >
      <CallErrors error={change.error} />
    </Item>
  );
}
