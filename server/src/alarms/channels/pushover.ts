import type { AddressOf, AlarmMessage, Channel } from './channel.ts';
import { cutText } from './cut-text.ts';
import { failedForGood } from './http-outcome.ts';
import { type HttpDependencies, post } from './post.ts';

export const PUSHOVER_URL = 'https://api.pushover.net';

/** pushover.net/api, "Limitations": code points. */
const MAX_TITLE_LENGTH = 250;
const MAX_TEXT_LENGTH = 1024;
const MAX_LINK_LENGTH = 512;
/** pushover.net/api, "Message Priority": 2 repeats until it is acknowledged. Seconds. */
const EMERGENCY = 2;
const RETRY_SECONDS = 60;
const MIN_EXPIRE_SECONDS = 30;
const MAX_EXPIRE_SECONDS = 10_800;

export type PushoverDependencies = HttpDependencies & { baseUrl?: string };

/** Sends to a user of Pushover through an application of theirs. The outcome of a message that repeats has a receipt. */
export function pushoverChannel(dependencies: PushoverDependencies): Channel<AddressOf<'pushover'>> {
  const { baseUrl = PUSHOVER_URL } = dependencies;
  return {
    async send({ userKey, appToken }, message) {
      const call = {
        url: `${baseUrl}/1/messages.json`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: appToken, user: userKey, ...notificationOf(message) }),
        readsAnswer: true,
      };
      const posted = await post(call, dependencies);
      if (posted.failed !== null) return posted.failed;
      const { status, receipt } = membersOf(posted.answer);
      if (status === 0) return failedForGood('refused');
      return { isSent: true, receipt: isReceipt(receipt) ? receipt : null };
    },
  };
}

/** Whether a text can be a receipt: it becomes a part of an address. */
export const isReceipt = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9]{1,64}$/.test(text);

/** The members of a JSON text; none when it is something else. */
export function membersOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function notificationOf(message: AlarmMessage) {
  const { title, text, at, link, alarm, ttlSeconds } = message;
  const priority = priorityOf(message);
  return {
    // Pushover refuses an empty message, and shows the application's name where there is no title.
    ...(text === ''
      ? { message: cutText(title, MAX_TEXT_LENGTH) }
      : { title: cutText(title, MAX_TITLE_LENGTH), message: cutText(text, MAX_TEXT_LENGTH) }),
    ...([...link].length <= MAX_LINK_LENGTH && { url: link, url_title: 'Tealight' }),
    timestamp: Math.floor(at / 1000),
    priority,
    ...(priority === EMERGENCY && {
      retry: RETRY_SECONDS,
      expire: Math.min(Math.max(MIN_EXPIRE_SECONDS, Math.floor(ttlSeconds)), MAX_EXPIRE_SECONDS),
    }),
    // Removed from the phone when the next one is due. What has rung stays, so that it is found later.
    ...(priority < 0 && alarm?.reason === 'text' && { ttl: Math.max(1, Math.floor(ttlSeconds)) }),
  };
}

function priorityOf({ rank, loudness }: AlarmMessage): number {
  if (loudness === 'silent') return -1;
  if (loudness === 'loud' || rank === 1) return EMERGENCY;
  return rank <= 4 ? 1 : 0;
}
