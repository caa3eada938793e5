import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { plainCharacters } from '../plain-text.ts';
import { Moment, SuccessReply } from '../replies.ts';

const base = '/api/v1/Alarms/channels';

/** Ways in which alarms reach an account besides its open pages. */
export const channelKinds = ['web-push', 'ntfy', 'pushover', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The most channels of an account: every device of a family, and some to try. */
export const MAX_CHANNELS = 20;

/**
 * Why a message did not reach a channel.
 *
 * `gone`           the browser or app has ended the subscription
 * `refused`        the service does not accept this address or key
 * `our-key`        a push service does not accept this server's key
 * `too-many`       the service asks to wait
 * `unreachable`    no answer, or an error of the service
 * `not-allowed`    this server may not connect to the address
 * `out-of-time`    the message was not handed over before the next one was due
 */
export const channelFailures = [
  'gone',
  'refused',
  'our-key',
  'too-many',
  'unreachable',
  'not-allowed',
  'out-of-time',
] as const;
export type ChannelFailure = (typeof channelFailures)[number];

const ChannelId = z.int('This is no channel').check(z.minimum(1));
const ChannelName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(40, 'At most 40 characters'))
  .check(plainCharacters('Some of these characters cannot be shown'));
const Address = z
  .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://' })
  .check(z.maxLength(2000, 'This address is too long'));
/** RFC 8291 §2: an uncompressed point of P-256, and 16 bytes. */
const PublicKey = z.string().check(z.regex(/^[\w-]{87}$/, 'This is no key of a push subscription'));
const AuthSecret = z.string().check(z.regex(/^[\w-]{22}$/, 'This is no secret of a push subscription'));
const PushoverKey = (what: string) =>
  z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{30}$/, `Enter the ${what} of 30 characters`));

/** Where a channel leads, by its kind. Stored encrypted. */
// Not `z.discriminatedUnion`: no other part of the web app needs it, and every page would load it.
export const ChannelAddress = z.union([
  z.strictObject({
    kind: z.literal('web-push'),
    endpoint: Address,
    keys: z.strictObject({ p256dh: PublicKey, auth: AuthSecret }),
  }),
  z.strictObject({
    kind: z.literal('ntfy'),
    server: Address,
    topic: z.string().check(z.trim(), z.regex(/^[\w-]{1,64}$/, 'Enter a topic of a to z, digits, - and _')),
    /** Of a topic that is not open to everybody. */
    token: z.nullable(z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,200}$/, 'This is no access token'))),
  }),
  z.strictObject({
    kind: z.literal('pushover'),
    userKey: PushoverKey('user key'),
    appToken: PushoverKey('API token'),
  }),
  z.strictObject({ kind: z.literal('webhook'), url: Address, hasValue: z.boolean() }),
]);
export type ChannelAddress = z.output<typeof ChannelAddress>;

/** A channel of the reader's account. Times are null for never. */
export const AlarmChannel = z.object({
  id: ChannelId,
  kind: z.enum(channelKinds),
  name: z.string(),
  /** Messages say `Ada needs you` and no value. */
  hidesValues: z.boolean(),
  /** Recognizes the subscription of this browser: base64url of SHA-256 of its endpoint; null for other kinds. */
  fingerprint: z.nullable(z.string()),
  /** When a message reached it: shown by a browser, or accepted by the service of the other kinds. */
  reachedAt: z.nullable(Moment),
  /** From the time the last message that a browser has shown was handed over until it was shown, in ms. */
  shownAfterMs: z.nullable(z.number()),
  failedAt: z.nullable(Moment),
  failure: z.nullable(z.enum(channelFailures)),
});
export type AlarmChannel = z.output<typeof AlarmChannel>;

export const alarmChannels = {
  title: 'The channels on which alarms reach me',
  method: 'GET',
  path: base,
  access: 'account',
  reply: z.object({ channels: z.array(AlarmChannel) }),
  problems: [],
} as const satisfies Call;

export const saveAlarmChannel = {
  title: 'Add a channel, or change the one with the same address',
  method: 'POST',
  path: base,
  access: 'account',
  body: z.strictObject({ name: ChannelName, hidesValues: z.boolean(), address: ChannelAddress }),
  reply: z.object({
    id: ChannelId,
    /** With which a new webhook is signed; null for other kinds. It is not shown again. */
    secret: z.nullable(z.string()),
  }),
  problems: ['too-many-channels'],
} as const satisfies Call;

export const changeAlarmChannel = {
  title: 'Change the name of a channel, or whether it hides values',
  method: 'POST',
  path: `${base}/change`,
  access: 'account',
  body: z.strictObject({
    id: ChannelId,
    name: z.optional(ChannelName),
    hidesValues: z.optional(z.boolean()),
  }),
  reply: SuccessReply,
  problems: ['no-such-channel'],
} as const satisfies Call;

export const removeAlarmChannel = {
  title: 'Remove a channel',
  method: 'POST',
  path: `${base}/remove`,
  access: 'account',
  body: z.strictObject({ id: ChannelId }),
  reply: SuccessReply,
  problems: ['no-such-channel'],
} as const satisfies Call;

export const testAlarmChannel = {
  title: 'Send a test message on a channel now',
  method: 'POST',
  path: `${base}/test`,
  access: 'account',
  body: z.strictObject({ id: ChannelId }),
  /** Null: the service has accepted it. */
  reply: z.object({ failure: z.nullable(z.enum(channelFailures)) }),
  problems: ['no-such-channel'],
} as const satisfies Call;

export const renewWebhookSecret = {
  title: 'Make a new secret for a webhook; for a day, messages are signed with the old one too',
  method: 'POST',
  path: `${base}/new-secret`,
  access: 'account',
  body: z.strictObject({ id: ChannelId }),
  reply: z.object({ secret: z.string() }),
  problems: ['no-such-channel'],
} as const satisfies Call;

export const pushKey = {
  title: 'The public key with which a browser subscribes to push messages of this server',
  method: 'GET',
  path: '/api/v1/Alarms/push-key',
  access: 'account',
  /** RFC 8292 §3.2: an uncompressed point of P-256, base64url. */
  reply: z.object({ key: z.string() }),
  problems: [],
} as const satisfies Call;
