/** What a service worker gets with a push message: JSON, encrypted for this browser alone (RFC 8291). */
export type PushPayload = {
  /** The version of this format. A worker that does not know it shows `title` and `text` alone. */
  v: 1;
  /** Begins with the wearer's name. */
  title: string;
  /** May be empty. */
  text: string;
  /** The same for all messages about one family of one wearer: a notification replaces the one with the same tag. */
  tag: string;
  /** 1 is the worst, 8 the mildest. */
  rank: number;
  /** Shown without sound and vibration. */
  silent: boolean;
  /** Whether replacing a notification alerts again. A message older than the one on the screen never does. */
  renotify: boolean;
  /** When the message was made, epoch milliseconds. */
  at: number;
  /** The page that a tap opens: an absolute address. */
  link: string;
  /** The base address of `actOnAlarm` and `alarmShown`, without a trailing slash. */
  api: string;
  /** Permits these two calls for this message. */
  token: string;
  /** The buttons; none when there is nothing to do. */
  actions: { action: 'seen' | 'snooze'; label: string }[];
  /** The alarm is over. */
  ended: boolean;
};
