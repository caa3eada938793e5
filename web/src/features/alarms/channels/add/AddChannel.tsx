import { Button, Group, Text } from '@mantine/core';
import { type ChannelKind, channelKinds, MAX_CHANNELS } from '@tealight/contract';
import { useState } from 'react';
import { ShownOnce } from '../../../../components/content/ShownOnce.tsx';
import { useFocusAfterRender } from '../../../../components/focus/use-focus-after-render.ts';
import { notifySuccess } from '../../../../data/notices.ts';
import { channelsText, addChannelText as text } from '../../../../text/alarms/channels.ts';
import classes from '../channels.module.css';
import { PushSteps } from '../push/PushSteps.tsx';
import type { PushState } from '../push/use-push.ts';
import { ChannelForm } from './ChannelForm.tsx';

export type AddChannelProps = {
  /** The state of this browser; undefined while it is not known. */
  push: PushState | undefined;
  /** How many channels there are. */
  count: number;
  adding: ChannelKind | null;
  onAdding: (kind: ChannelKind | null) => void;
};

/** A button for each kind of channel, and the form of the one that is chosen. */
export function AddChannel({ push, count, adding, onAdding }: AddChannelProps) {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const title = useFocusAfterRender<HTMLHeadingElement>();
  const close = () => {
    onAdding(null);
    title.focus();
  };
  const onAdded = (name: string, secret: string | null) => {
    notifySuccess(text.added({ name }));
    if (secret === null) return close();
    // It takes the focus.
    setMade({ name, secret });
    onAdding(null);
  };
  return (
    <div className={classes.add}>
      {made !== null && (
        <ShownOnce
          value={made.secret}
          about={channelsText.secret.about(made)}
          words={channelsText.secret}
          onDone={() => {
            setMade(null);
            title.focus();
          }}
        />
      )}
      <h3 ref={title.target} tabIndex={-1} className={classes.title}>
        {text.title}
      </h3>
      {count >= MAX_CHANNELS && <Text>{text.full({ max: MAX_CHANNELS })}</Text>}
      <Group gap={8}>
        {channelKinds.map((kind) => (
          <Button
            key={kind}
            variant={kind === adding ? 'light' : 'default'}
            aria-expanded={kind === adding}
            disabled={count >= MAX_CHANNELS}
            onClick={() => onAdding(kind === adding ? null : kind)}
          >
            {text.choices[kind]}
          </Button>
        ))}
      </Group>
      {adding === 'web-push' && push !== undefined && <PushSteps state={push} />}
      {adding !== null && adding !== 'web-push' && (
        <ChannelForm key={adding} kind={adding} onAdded={onAdded} onClose={close} />
      )}
    </div>
  );
}
