import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReplyOf, sharedChangesPath, type sharedNow, shareScheme } from '@tealight/contract';
import { useEffect, useState } from 'react';
import { subscribeToEvents } from '../../data/events/event-stream.ts';
import { serverNow } from '../../data/server-clock.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { isEnded, sharedKey, sharedNowQuery } from './shared-queries.ts';

/** The longest delay of a timer (a signed 32-bit number of milliseconds). */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Shared = ReplyOf<typeof sharedNow>;

/** What a link shows now, kept fresh by its event stream. An ended link has nothing: its data is dropped (PPL-24). */
export function useShared(secret: string) {
  const client = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const query = useQuery({ ...sharedNowQuery(secret), enabled: !isRefused });
  const { data, error, refetch } = useAnswer(query);
  const hasEnded = isRefused || isEnded(error);
  useEffect(() => {
    if (!hasEnded) return;
    setRefused(true);
    client.removeQueries({ queryKey: sharedKey(secret) });
  }, [hasEnded, client, secret]);
  useEffect(() => {
    if (hasEnded) return;
    const refresh = () => void client.invalidateQueries({ queryKey: sharedKey(secret) });
    let hasOpened = false;
    return subscribeToEvents({
      path: sharedChangesPath,
      headers: () => ({ authorization: `${shareScheme} ${secret}` }),
      // The first time, everything has just been loaded.
      onOpen: () => {
        if (hasOpened) refresh();
        hasOpened = true;
      },
      onData: refresh,
      onRefused: () => setRefused(true),
    });
  }, [hasEnded, client, secret]);
  useEndAt(data?.expiresAt ?? null, () => void refetch());
  return { shared: hasEnded ? undefined : data, hasEnded, error, refetch };
}

/** Asks again when the link is due to end: the server decides. */
function useEndAt(expiresAt: string | null, onEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no new end
  useEffect(() => {
    if (expiresAt === null) return;
    const leftMs = Date.parse(expiresAt) - serverNow();
    if (leftMs <= 0 || leftMs > MAX_TIMER_MS) return;
    const timer = setTimeout(onEnd, leftMs);
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
