import { useMutation } from '@tanstack/react-query';
import { type ChannelFailure, type ChannelKind, testAlarmChannel } from '@tealight/contract';
import { call } from '../../../data/call.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { channelsText } from '../../../text/alarms/channels.ts';
import { channelsQuery } from '../queries.ts';
import { secondsText } from './channel-text.ts';

/** A browser that is online shows a message within a second or two; own choice. */
const WAIT_MS = 20_000;
const ASK_EVERY_MS = 500;

/** What came of a test; `shown`: the browser reported it, so many milliseconds after it was handed over. */
export type TestResult =
  | { state: 'shown'; afterMs: number | null }
  | { state: 'accepted' | 'not-shown' }
  | { state: 'failed'; failure: ChannelFailure };

/** Sends a test message, and waits until a browser says that it was shown. */
export const useChannelTest = () =>
  useMutation({
    mutationFn: testChannel,
    onSettled: () => accountClient.invalidateQueries(channelsQuery),
    // The button says what goes on.
    meta: { quiet: true },
  });

async function testChannel({ id, kind }: { id: number; kind: ChannelKind }): Promise<TestResult> {
  const before = await channelNow(id);
  const { failure } = await call(testAlarmChannel, { body: { id } });
  if (failure !== null) return { state: 'failed', failure };
  if (kind !== 'web-push') return { state: 'accepted' };
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    const channel = await channelNow(id);
    if (channel !== undefined && channel.reachedAt !== null && channel.reachedAt !== before?.reachedAt)
      return { state: 'shown', afterMs: channel.shownAfterMs };
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return { state: 'not-shown' };
}

async function channelNow(id: number) {
  const channels = await accountClient.fetchQuery({ ...channelsQuery, staleTime: 0 });
  return channels.find((channel) => channel.id === id);
}

/** What came of a test as a sentence. */
export function testText(result: TestResult): string {
  const { test, failures } = channelsText;
  switch (result.state) {
    case 'failed':
      return failures[result.failure];
    case 'accepted':
      return test.accepted;
    case 'not-shown':
      return test.notShown;
    case 'shown':
      return result.afterMs === null ? test.shown : test.shownAfter({ seconds: secondsText(result.afterMs) });
  }
}
