import type { AddressOf, AlarmMessage, Channel, SendOutcome } from '../channel.ts';
import { failedForGood, failedForNow } from '../http-outcome.ts';
import { type HttpDependencies, post } from '../post.ts';
import { encryptPush, InvalidSubscriptionKeys } from './encrypt.ts';
import { payloadOf } from './payload.ts';
import type { Vapid } from './vapid.ts';

type Dependencies = HttpDependencies & {
  /** Null: this node has no keys for push services. */
  vapid: () => Vapid | null;
  /** A push service accepts the keys of this server, or not. */
  answered(endpoint: string, isAccepted: boolean): void;
};

/** ALM-31: messages of these ranks wake a sleeping phone. */
const MILDEST_URGENT_RANK = 4;

/** Sends to browsers through the push service of each (RFC 8030), encrypted for the one browser (RFC 8291). */
export function webPushChannel(dependencies: Dependencies): Channel<AddressOf<'web-push'>> {
  return {
    async send(address, message) {
      try {
        return await sendPush(address, message, dependencies);
      } catch (error) {
        // No other try gives another result: the keys are none, or the message is too long, which is our mistake.
        return failedForGood(error instanceof InvalidSubscriptionKeys ? 'refused' : 'unreachable');
      }
    },
  };
}

async function sendPush(
  { endpoint, keys }: AddressOf<'web-push'>,
  message: AlarmMessage,
  dependencies: Dependencies,
): Promise<SendOutcome> {
  if (!URL.canParse(endpoint)) return failedForGood('refused');
  const vapid = dependencies.vapid();
  if (vapid === null) return failedForNow('our-key');
  const isUrgent = message.rank <= MILDEST_URGENT_RANK && message.loudness !== 'silent';
  const headers = {
    authorization: vapid.authorization(endpoint),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(Math.max(0, Math.floor(message.ttlSeconds))),
    urgency: isUrgent ? 'high' : 'normal',
    topic: message.tag,
  };
  const body = encryptPush(Buffer.from(JSON.stringify(payloadOf(message))), keys);
  const posted = await post({ url: endpoint, headers, body }, dependencies);
  if (posted.failed === null) {
    dependencies.answered(endpoint, true);
    return { isSent: true, receipt: null };
  }
  const { failed, status } = posted;
  // RFC 8030 §7.3; some services say 404 for what has expired.
  if (status === 404 || status === 410) return failedForGood('gone');
  if (status === 401 || status === 403) {
    dependencies.answered(endpoint, false);
    return failedForNow('our-key');
  }
  return failed;
}
