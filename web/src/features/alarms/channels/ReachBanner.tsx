import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../components/use-now.ts';
import { useHasAlarms } from '../../../data/wearer/alarms.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { pushText, reachText as text } from '../../../text/alarms/push.ts';
import { channelsQuery } from '../queries.ts';
import { isReached } from './channel-text.ts';
import classes from './channels.module.css';

export type ReachBannerProps = {
  /** Alarms were switched on for the first time a moment ago: the banner takes the focus. */
  takesFocus: boolean;
  onStart: () => void;
};

/** Says that alarms reach the reader on open pages only, while no channel was reached within a week (ALM-29). */
export function ReachBanner({ takesFocus, onStart }: ReachBannerProps) {
  const hasAlarms = useHasAlarms();
  const { data: channels } = useQuery(channelsQuery, accountClient);
  const now = useNow();
  if (!hasAlarms || channels === undefined || channels.some((channel) => isReached(channel, now)))
    return null;
  return (
    <Banner
      takesFocus={takesFocus}
      onStart={onStart}
      words={channels.length === 0 ? text.noChannel : text.notReached}
    />
  );
}

function Banner({ takesFocus, onStart, words }: ReachBannerProps & { words: string }) {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) banner.current?.focus();
  }, [takesFocus]);
  return (
    <section ref={banner} tabIndex={-1} className={classes.banner} aria-label={text.name}>
      <Text fw={600}>{words}</Text>
      <Button onClick={onStart}>{pushText.start}</Button>
    </section>
  );
}
