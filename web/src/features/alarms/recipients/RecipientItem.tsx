import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AlarmRecipient, setOnDuty } from '@tealight/contract';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { call } from '../../../data/call.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';
import { recipientsText as text } from '../../../text/alarms/recipients.ts';

export type RecipientItemProps = { wearer: string; recipient: AlarmRecipient; mayAct: boolean };

/** One recipient: on duty or not, and whether any of their channels works. */
export function RecipientItem({ wearer, recipient, mayAct }: RecipientItemProps) {
  const { id, name, isMe, isOnDuty, hasPlan } = recipient;
  const change = useMutation({
    mutationFn: (onDuty: boolean) => call(setOnDuty, { wearer, body: { id, onDuty } }),
    onSettled: refreshAlarms,
  });
  return (
    <li>
      <div>
        <Text fw={500}>{isMe ? text.you({ name }) : name}</Text>
        {hasPlan && (
          <Text size="sm" c="dimmed">
            {mayAct ? text.planEnds : text.hasPlan}
          </Text>
        )}
        <Channels {...recipient} />
        <CallErrors error={change.error} />
      </div>
      {mayAct ? (
        <Switch
          label={isOnDuty ? text.onDuty : text.offDuty}
          aria-label={text.onDutyOf({ name })}
          size="md"
          disabled={change.isPending}
          checked={isOnDuty}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      ) : (
        <Text>{isOnDuty ? text.onDuty : text.offDuty}</Text>
      )}
    </li>
  );
}

function Channels({ channels, reachedChannels: reached }: AlarmRecipient) {
  if (channels > 0 && reached > 0)
    return (
      <Text size="sm" c="dimmed">
        {text.reached({ reached, channels })}
      </Text>
    );
  return (
    <Text size="sm" fw={500} c="var(--mantine-color-error)">
      {channels === 0 ? text.noChannel : text.notReached}
    </Text>
  );
}
