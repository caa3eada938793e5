import { Button, Text } from '@mantine/core';
import type { AlarmChannel } from '@tealight/contract';
import { useState } from 'react';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { useNow } from '../../../components/use-now.ts';
import { channelsText as text } from '../../../text/alarms/channels.ts';
import { ChangeChannel } from './ChangeChannel.tsx';
import { failureText, reachedText } from './channel-text.ts';
import classes from './channels.module.css';
import { NewSecret } from './NewSecret.tsx';
import { RemoveChannel } from './RemoveChannel.tsx';
import { testText, useChannelTest } from './use-channel-test.ts';

export type ChannelItemProps = { channel: AlarmChannel; isThisBrowser: boolean; onRemoved: () => void };

type Asking = 'change' | 'remove' | 'secret' | null;

/** One channel: when it was reached, why it failed, and what can be done with it. */
export function ChannelItem({ channel, isThisBrowser, onRemoved }: ChannelItemProps) {
  const { id, kind, name } = channel;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const test = useChannelTest();
  const button = (what: Exclude<Asking, null>, label: string, of: string) => (
    <Button
      variant={what === 'remove' ? 'light' : 'default'}
      size="sm"
      aria-label={of}
      onClick={() => setAsking(what)}
      {...(what === 'remove' && { color: 'red' })}
    >
      {label}
    </Button>
  );
  return (
    <li>
      <div>
        <Text fw={500}>{name}</Text>
        <Facts channel={channel} isThisBrowser={isThisBrowser} />
        <Text role="status" fw={500}>
          {test.isPending ? text.test.sending : test.data && testText(test.data)}
        </Text>
        <CallErrors error={test.error} />
      </div>
      <div className={classes.actions}>
        <Button
          size="sm"
          aria-label={text.test.of({ name })}
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate({ id, kind })}
        >
          {text.test.button}
        </Button>
        {button('change', text.change.button, text.change.of({ name }))}
        {kind === 'webhook' && button('secret', text.secret.renew, text.secret.renewOf({ name }))}
        {button('remove', text.remove.button, text.remove.of({ name }))}
      </div>
      <ChangeChannel key={`${asking}`} channel={channel} opened={asking === 'change'} onClose={close} />
      {kind === 'webhook' && <NewSecret channel={channel} opened={asking === 'secret'} onClose={close} />}
      <RemoveChannel
        opened={asking === 'remove'}
        {...{ channel, isThisBrowser, onRemoved }}
        onClose={close}
      />
    </li>
  );
}

function Facts({ channel, isThisBrowser }: Pick<ChannelItemProps, 'channel' | 'isThisBrowser'>) {
  const now = useNow();
  const failure = failureText(channel, now);
  const kind = isThisBrowser ? text.thisBrowser : text.kinds[channel.kind];
  return (
    <>
      <Text size="sm" c="dimmed">
        {[kind, ...(channel.hidesValues ? [text.hidesValues] : [])].join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {reachedText(channel, now)}
      </Text>
      {failure !== null && (
        <Text size="sm" fw={500} c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </>
  );
}
