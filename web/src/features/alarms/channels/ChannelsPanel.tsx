import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlarmChannel, ChannelKind } from '@tealight/contract';
import type { Ref } from 'react';
import { ItemList } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { channelsText as text } from '../../../text/alarms/channels.ts';
import { channelsQuery } from '../queries.ts';
import { AddChannel } from './add/AddChannel.tsx';
import { ChannelItem } from './ChannelItem.tsx';
import { usePush } from './push/use-push.ts';

export type ChannelsPanelProps = {
  /** The kind whose form is open. */
  adding: ChannelKind | null;
  onAdding: (kind: ChannelKind | null) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** The channels on which alarms reach the reader, of whomever they are (ALM-29, ALM-34). */
export function ChannelsPanel({ adding, onAdding, heading }: ChannelsPanelProps) {
  const { data: channels, isError, refetch } = useQuery(channelsQuery, accountClient);
  return (
    <Panel title={text.title} heading={heading}>
      <Text mb="xs">{text.about}</Text>
      <Text mb="xs" size="sm" c="dimmed">
        {text.mail}
      </Text>
      {channels === undefined && <Loading {...{ isError, refetch }} height={96} />}
      {channels && <Channels {...{ channels, adding, onAdding }} />}
    </Panel>
  );
}

type ChannelsProps = Omit<ChannelsPanelProps, 'heading'> & { channels: readonly AlarmChannel[] };

function Channels({ channels, adding, onAdding }: ChannelsProps) {
  const { state, fingerprint } = usePush(channels);
  const list = useFocusAfterRender<HTMLUListElement>();
  return (
    <>
      {channels.length === 0 && <Text c="dimmed">{text.none}</Text>}
      <ItemList ref={list.target} label={text.list}>
        {channels.map((channel) => (
          <ChannelItem
            key={channel.id}
            channel={channel}
            isThisBrowser={fingerprint !== null && channel.fingerprint === fingerprint}
            onRemoved={list.focus}
          />
        ))}
      </ItemList>
      <AddChannel push={state} count={channels.length} {...{ adding, onAdding }} />
    </>
  );
}
