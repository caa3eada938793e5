import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AddressOf, AlarmMessage, Channel } from './channel.ts';
import { failedForGood } from './http-outcome.ts';
import { type HttpDependencies, post } from './post.ts';

/** With the secrets that sign: the newest first, and the one before it while a change lasts. */
export type WebhookAddress = AddressOf<'webhook'> & { secrets: string[] };

const PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32;

/** A new secret to sign with: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Posts alarms as JSON to an address of the user, signed as in Standard Webhooks 1.0. */
export function webhookChannel(dependencies: HttpDependencies): Channel<WebhookAddress> {
  return {
    async send({ url, hasValue, secrets }, message) {
      const keys = secrets.map(keyOf);
      // Nothing is sent unsigned. That a secret is missing or none is our mistake.
      if (keys.length === 0 || keys.some((key) => key.length === 0)) return failedForGood('unreachable');
      const id = idOf(message);
      const timestamp = Math.floor(dependencies.now() / 1000);
      const body = JSON.stringify(eventOf(message, hasValue));
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': keys.map((key) => signatureOf(`${id}.${timestamp}.${body}`, key)).join(' '),
      };
      const posted = await post({ url, headers, body }, dependencies);
      if (posted.failed === null) return { isSent: true, receipt: null };
      // The receiver wants no more events (Standard Webhooks, "Operational considerations").
      return posted.status === 410 ? failedForGood('gone') : posted.failed;
    },
  };
}

/** The same for every try of a message, so that a receiver recognizes it; it does not give the token away. */
const idOf = ({ token }: AlarmMessage) =>
  `msg_${createHash('sha256').update(`tealight webhook ${token}`).digest('base64url').slice(0, 22)}`;

const keyOf = (secret: string) =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.alloc(0);

const signatureOf = (signed: string, key: Buffer) =>
  `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;

/** The event of a message. A value only where the user has asked for it. */
function eventOf({ alarm, at, rank }: AlarmMessage, hasValue: boolean) {
  const timestamp = new Date(at).toISOString();
  if (alarm === null) return { type: 'test', timestamp, data: {} };
  const { episode, wearer, name, kind, reason, value, unit, takenAt } = alarm;
  const about = { episode, wearer, name, kind, reason, rank, takenAt: new Date(takenAt).toISOString() };
  return { type: 'alarm', timestamp, data: { ...about, ...(hasValue && { value, unit }) } };
}
