import type { PushPayload } from '@tealight/contract';

/** When the message was made: three in the night. */
export const pushedAt = Date.UTC(2026, 10, 20, 3);

/** A message of an urgent low that rings. Its addresses are those of the worker's own site. */
export const aPushMessage: PushPayload = {
  v: 1,
  title: 'Ada: Urgent low 52 ↓',
  text: '2 min ago',
  tag: 'family-1',
  rank: 1,
  silent: false,
  renotify: true,
  at: pushedAt,
  link: '/alarm#secret',
  api: '/api/v1/Alarms',
  token: 'secret',
  actions: [
    { action: 'seen', label: 'Seen' },
    { action: 'snooze', label: 'Snooze 30 min' },
  ],
  ended: false,
};
