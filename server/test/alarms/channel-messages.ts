import type { PushScenario } from '../../../simulators/push/scenarios.ts';
import type { AlarmMessage, SendOutcome } from '../../src/alarms/channels/channel.ts';
import { CHANNEL_FETCH_LIMITS, type HttpDependencies } from '../../src/alarms/channels/post.ts';
import { guardedFetch } from '../../src/outbound-http/guarded-fetch.ts';

export const MESSAGE_AT = Date.UTC(2026, 10, 21, 3, 30);

/** An urgent low of Ada. */
export function alarmMessage(more: Partial<AlarmMessage> = {}): AlarmMessage {
  return {
    title: 'Ada: urgent low 52 ↓',
    text: '2 min ago',
    alarm: {
      episode: '7',
      wearer: 'wearer-1',
      name: 'Ada',
      kind: 'urgent-low',
      reason: 'rings',
      value: 52,
      unit: 'mg/dL',
      takenAt: MESSAGE_AT - 120_000,
    },
    rank: 1,
    loudness: 'normal',
    tag: 'AAAAAAAAAAAAAAAAAAAAAA',
    at: MESSAGE_AT,
    ttlSeconds: 300,
    link: 'https://tealight.example/alarm#token',
    api: 'https://tealight.example/api/v1/Alarms',
    token: 'token-of-this-message',
    actions: [
      { action: 'seen', label: 'Seen' },
      { action: 'snooze', label: 'Snooze 30 min' },
    ],
    ...more,
  };
}

/** Channels over real sockets to this machine, with a timeout that is short, and longer than a pause of a busy machine. */
export function channelHttp(more: Partial<HttpDependencies> = {}): HttpDependencies {
  const fetch = guardedFetch({ privateAllowed: true, ...CHANNEL_FETCH_LIMITS, timeoutMs: 5000 });
  return { fetch, now: () => MESSAGE_AT, plainHttpAllowed: true, ...more };
}

/** The outcome of a message that was not sent. */
export const failed = (
  failure: Extract<SendOutcome, { isSent: false }>['failure'],
  isFinal: boolean,
  waitMs: number | null = null,
): SendOutcome => ({ isSent: false, failure, isFinal, waitMs });

/** The outcome of a message that was sent, where no receipt is given. */
export const sent: SendOutcome = { isSent: true, receipt: null };

type Failure = Exclude<PushScenario, 'well' | 'slow'>;

/**
 * The ways in which a service fails and what becomes of the message then, for `test.each`. `more`: where a channel's
 * outcome differs from that of the others. A busy service must answer `Retry-After: 90`.
 */
export const failingServices = (more: Partial<Record<Failure, SendOutcome>> = {}) =>
  Object.entries({
    unknown: failed('refused', true),
    gone: failed('refused', true),
    'too-large': failed('unreachable', true),
    busy: failed('too-many', false, 90_000),
    forbidden: failed('refused', true),
    moved: failed('refused', true),
    down: failed('unreachable', false),
    hanging: failed('unreachable', false),
    ...more,
  } satisfies Record<Failure, SendOutcome>) as [Failure, SendOutcome][];
