import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AlarmChannel, renewWebhookSecret } from '@tealight/contract';
import { useState } from 'react';
import { Item } from '../../../components/content/ItemList.tsx';
import { ShownOnce } from '../../../components/content/ShownOnce.tsx';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { useNow } from '../../../components/use-now.ts';
import { call } from '../../../data/call.ts';
import { channelsText as text } from '../../../text/alarms/channels.ts';
import { ChangeChannel } from './ChangeChannel.tsx';
import { failureText, reachedText } from './channel-text.ts';
import { RemoveChannel } from './RemoveChannel.tsx';
import { testText, useChannelTest } from './use-channel-test.ts';

export type ChannelItemProps = { channel: AlarmChannel; isThisBrowser: boolean; onRemoved: () => void };

/** One channel: when it was reached, why it failed, and what can be done with it. */
export function ChannelItem({ channel, isThisBrowser, onRemoved }: ChannelItemProps) {
  const { id, kind, name } = channel;
  const now = useNow();
  const [isChanging, setChanging] = useState(false);
  const test = useChannelTest();
  const renew = useMutation({ mutationFn: () => call(renewWebhookSecret, { body: { id } }) });
  const kindText = isThisBrowser ? text.thisBrowser : text.kinds[kind];
  return (
    <Item
      title={name}
      facts={[
        channel.hidesValues ? `${kindText} · ${text.hidesValues}` : kindText,
        reachedText(channel, now),
      ]}
      warning={failureText(channel, now)}
      actions={
        <>
          <Button
            size="sm"
            aria-label={text.test.of({ name })}
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate({ id, kind })}
          >
            {text.test.button}
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-label={text.change.of({ name })}
            onClick={() => setChanging(true)}
          >
            {text.change.button}
          </Button>
          {kind === 'webhook' && (
            <ConfirmButton
              variant="default"
              size="sm"
              label={text.secret.renew}
              name={text.secret.renewOf({ name })}
              title={text.secret.title({ name })}
              consequence={text.secret.consequence}
              keep={text.secret.keep}
              action={renew}
            />
          )}
          <RemoveChannel {...{ channel, isThisBrowser, onRemoved }} />
          <ChangeChannel
            key={`${isChanging}`}
            channel={channel}
            opened={isChanging}
            onClose={() => setChanging(false)}
          />
        </>
      }
      below={
        renew.data && (
          <ShownOnce
            value={renew.data.secret}
            about={text.secret.about({ name })}
            words={text.secret}
            onDone={renew.reset}
          />
        )
      }
    >
      <Text role="status" fw={500}>
        {test.isPending ? text.test.sending : test.data && testText(test.data)}
      </Text>
      <CallErrors error={test.error} />
    </Item>
  );
}
