import type { AddressOf, AlarmMessage, Channel } from './channel.ts';
import { cutText } from './cut-text.ts';
import { failedForGood } from './http-outcome.ts';
import { type HttpDependencies, post } from './post.ts';

/** ntfy makes a file of a message with more than 4096 bytes (`server/config.go`); a code point has at most 4. */
const MAX_TEXT_LENGTH = 1000;
/** Own choice: more than a notification shows. */
const MAX_TITLE_LENGTH = 250;
/** docs.ntfy.sh/publish, "Action buttons". */
const MAX_ACTIONS = 3;

/** Sends to a topic of an ntfy server, as JSON to the root of the server. */
export function ntfyChannel(dependencies: HttpDependencies): Channel<AddressOf<'ntfy'>> {
  return {
    async send({ server, topic, token }, message) {
      const headers = {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const body = JSON.stringify({ topic, ...notificationOf(message) });
      const url = URL.parse('/', server)?.href;
      if (url === undefined) return failedForGood('refused');
      const { failed } = await post({ url, headers, body }, dependencies);
      return failed ?? { isSent: true, receipt: null };
    },
  };
}

/**
 * Without tags of kinds: they would be shown to who looks at the screen, also where values are hidden, and ntfy puts
 * those that it knows as emoji before the wearer's name.
 */
function notificationOf(message: AlarmMessage) {
  const { title, text, link, api, token, actions } = message;
  return {
    // ntfy writes "triggered" for an empty message.
    ...(text === ''
      ? { message: cutText(title, MAX_TEXT_LENGTH) }
      : { title: cutText(title, MAX_TITLE_LENGTH), message: cutText(text, MAX_TEXT_LENGTH) }),
    priority: priorityOf(message),
    tags: ['tealight'],
    click: link,
    actions: actions.slice(0, MAX_ACTIONS).map(({ action, label }) => ({
      action: 'http',
      label,
      url: `${api}/act`,
      method: 'POST',
      clear: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, action }),
    })),
  };
}

/** docs.ntfy.sh/publish, "Message priority": 2 has no sound, 3 is the default, 5 rings long and may pass through silence. */
function priorityOf({ rank, loudness }: AlarmMessage): number {
  if (loudness === 'silent') return 2;
  if (loudness === 'loud' || rank === 1) return 5;
  return rank <= 4 ? 4 : 3;
}
