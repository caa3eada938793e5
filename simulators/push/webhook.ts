import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyOf, json } from '../replies.ts';
import { type Handler, serve } from '../serve.ts';
import { type PushScenario, pushScenarioReply } from './scenarios.ts';

/** An event whose signature is right. */
export type ReceivedEvent = {
  id: string;
  timestamp: number;
  /** How many signatures there were. */
  signatures: number;
  event: Record<string, unknown>;
};

export type WebhookReceiverOptions = {
  /** `whsec_` and base64; null: any signature is accepted. */
  secret: string | null;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  /** What a busy receiver answers; 30 seconds when left out. */
  retryAfter?: string;
};

export type WebhookReceiver = {
  handler: Handler;
  setScenario(scenario: PushScenario): void;
  /** The accepted events, the oldest first. */
  events: readonly ReceivedEvent[];
};

/** Standard Webhooks leaves the tolerance to the receiver; its libraries take five minutes. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * A receiver of webhooks that checks their signatures as Standard Webhooks says. `POST /__simulator/scenario
 * {"scenario"}` changes its responses, `POST /__simulator/secret {"secret"}` the secret, and `POST /__simulator/events`
 * returns what has arrived.
 */
export function webhookReceiver({
  secret: first,
  clock = Date.now,
  retryAfter = '30',
}: WebhookReceiverOptions): WebhookReceiver {
  const events: ReceivedEvent[] = [];
  let scenario: PushScenario = 'well';
  let secret = first;
  const setScenario = (next: PushScenario) => {
    scenario = next;
  };
  const handler: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__simulator/events') return json({ events });
    if (pathname.startsWith('/__simulator/')) {
      const body = await bodyOf(request);
      if (pathname.endsWith('/scenario')) setScenario(body.scenario as PushScenario);
      if (pathname.endsWith('/secret')) secret = String(body.secret);
      return json({});
    }
    const reply = await pushScenarioReply(scenario, request, retryAfter);
    if (reply !== null) return reply;
    const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map(
      (name) => request.headers.get(`webhook-${name}`) ?? '',
    ) as [string, string, string];
    const body = await request.text();
    if (!(Math.abs(clock() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
      return json({ error: 'timestamp' }, 400);
    const signatures = given.split(' ');
    if (!signatures.some((one) => isSignature(one, `${id}.${timestamp}.${body}`, secret)))
      return json({ error: 'signature' }, 401);
    events.push({ id, timestamp: Number(timestamp), signatures: signatures.length, event: JSON.parse(body) });
    return new Response(null, { status: 204 });
  };
  return { handler, setScenario, events };
}

function isSignature(given: string, signed: string, secret: string | null): boolean {
  if (secret === null) return true;
  const [version, text = ''] = given.split(',');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest();
  const signature = Buffer.from(text, 'base64');
  return version === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** Serves a receiver on any free port. */
export async function openWebhookReceiver(options: WebhookReceiverOptions) {
  const receiver = webhookReceiver(options);
  return { ...receiver, ...(await serve(receiver.handler)) };
}
