import { json } from '../replies.ts';
import { vapidProblem } from './vapid.ts';

export type PushHeaders = { ttl: number; urgency: string; topic: string | null };
export type PushRequest = PushHeaders & { body: Uint8Array<ArrayBuffer> };

/** RFC 8030 §7.2: a push service must take bodies of this many bytes; this one refuses longer ones. */
const MAX_BODY_BYTES = 4096;

/**
 * A message that a server posts to an endpoint (RFC 8030 §5), or the answer of a push service that refuses it.
 * `key`: the server's key with which the browser subscribed.
 */
export async function readPushRequest(
  request: Request,
  expected: { key: string; origin: string; now: number },
): Promise<PushRequest | Response> {
  const { headers } = request;
  const errorStatus = await vapidProblem(headers.get('authorization'), expected);
  if (errorStatus !== null) return json({ error: 'unauthorized' }, errorStatus);
  const [ttl, urgency, topic] = [
    headers.get('ttl'),
    headers.get('urgency') ?? 'normal',
    headers.get('topic'),
  ];
  if (!/^\d{1,10}$/.test(ttl ?? '')) return json({ error: 'no valid TTL' }, 400);
  if (!/^(very-low|low|normal|high)$/.test(urgency)) return json({ error: 'no such urgency' }, 400);
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return json({ error: 'no valid topic' }, 400);
  if (headers.get('content-encoding') !== 'aes128gcm') return json({ error: 'no such encoding' }, 415);
  const body = await request.bytes();
  if (body.length > MAX_BODY_BYTES) return json({ error: 'too large' }, 413);
  return { ttl: Number(ttl), urgency, topic, body };
}
