import type { PushPayload } from '@tealight/contract';
import type { AlarmMessage } from '../channel.ts';
import { cutText } from '../cut-text.ts';

/** Code points. Own choice: more than a notification shows, and with every other field less than a push message takes. */
const MAX_TITLE_LENGTH = 120;
const MAX_TEXT_LENGTH = 300;

/** What the service worker gets. */
export function payloadOf(message: AlarmMessage): PushPayload {
  const { title, text, tag, rank, loudness, at, link, api, token, alarm } = message;
  const silent = loudness === 'silent';
  return {
    v: 1,
    title: cutText(title, MAX_TITLE_LENGTH),
    text: cutText(text, MAX_TEXT_LENGTH),
    tag,
    rank,
    silent,
    at,
    link,
    api,
    token,
    renotify: !silent && (alarm === null || alarm.reason === 'rings'),
    actions: message.actions.map(({ action, label }) => ({ action, label })),
    ended: alarm?.reason === 'ended',
  };
}
