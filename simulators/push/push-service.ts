import { randomBytes } from 'node:crypto';
import { bodyOf, json } from '../replies.ts';
import { type Handler, serve } from '../serve.ts';
import { type PushHeaders, readPushRequest } from './push-request.ts';
import { decryptPush, newReceiverKeys, publicKeysOf, type ReceiverKeys } from './receiver.ts';
import { type PushScenario, pushScenarioReply } from './scenarios.ts';

/** What a browser gives the site after subscribing. */
export type SimulatedSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A message that the service has accepted. `text`: decrypted; null where it is not for this subscription. */
export type ReceivedPush = PushHeaders & {
  /** Of the encrypted body. */
  bytes: number;
  text: string | null;
};

export type PushServiceOptions = {
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  /** What a busy service answers; 30 seconds when left out. */
  retryAfter?: string;
  /** The path below which it is served. */
  at?: string;
};

type Subscriber = {
  /** The server's public key; only messages that it has signed are accepted. */
  key: string;
  receiver: ReceiverKeys;
  scenario: PushScenario;
  messages: ReceivedPush[];
};

export type PushService = {
  handler: Handler;
  /** Subscribes a browser. `base`: where the service is served, such as `http://127.0.0.1:3001`. */
  subscribe(base: string, applicationServerKey: string): Promise<SimulatedSubscription>;
  setScenario(endpoint: string, scenario: PushScenario): void;
  /** The accepted messages of a subscription, the oldest first. */
  messages(endpoint: string): readonly ReceivedPush[];
};

/**
 * A simulated push service with the browsers that subscribe to it (RFC 8030): it checks who sends, and decrypts what
 * it has accepted. Over HTTP, `POST /__simulator/subscribe {"key"}` returns a subscription, `/__simulator/scenario
 * {"endpoint", "scenario"}` changes its responses, and `/__simulator/messages {"endpoint"}` returns what has arrived.
 */
export function pushService({
  clock = Date.now,
  retryAfter = '30',
  at = '',
}: PushServiceOptions = {}): PushService {
  const subscribers = new Map<string, Subscriber>();
  const subscriberOf = (endpoint: string) => subscribers.get(endpoint.split('/').at(-1) ?? '');
  const service: Omit<PushService, 'handler'> = {
    async subscribe(base, key) {
      const id = randomBytes(24).toString('base64url');
      const receiver = await newReceiverKeys();
      subscribers.set(id, { key, receiver, scenario: 'well', messages: [] });
      return { endpoint: `${base}${at}/push/${id}`, keys: await publicKeysOf(receiver) };
    },
    setScenario(endpoint, scenario) {
      const subscriber = subscriberOf(endpoint);
      if (subscriber) subscriber.scenario = scenario;
    },
    messages: (endpoint) => subscriberOf(endpoint)?.messages ?? [],
  };
  const handler: Handler = async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (request.method !== 'POST') return json({ error: 'not allowed' }, 405);
    if (pathname.startsWith('/__simulator/')) return control(service, pathname, request);
    const subscriber = pathname.startsWith('/push/') ? subscriberOf(pathname) : undefined;
    if (!subscriber) return json({ error: 'not found' }, 404);
    const reply = await pushScenarioReply(subscriber.scenario, request, retryAfter);
    return reply ?? accept(request, subscriber, { origin, now: clock() });
  };
  return { ...service, handler };
}

async function control(
  service: Omit<PushService, 'handler'>,
  pathname: string,
  request: Request,
): Promise<Response> {
  const { key, endpoint, scenario } = await bodyOf(request);
  if (pathname.endsWith('/subscribe'))
    return json(await service.subscribe(new URL(request.url).origin, String(key)));
  if (pathname.endsWith('/messages')) return json({ messages: service.messages(String(endpoint)) });
  service.setScenario(String(endpoint), scenario as PushScenario);
  return json({});
}

async function accept(
  request: Request,
  { key, receiver, messages }: Subscriber,
  expected: { origin: string; now: number },
): Promise<Response> {
  const push = await readPushRequest(request, { ...expected, key });
  if (push instanceof Response) return push;
  const { body, ...headers } = push;
  const text = await decryptPush(body, receiver).then(
    (plain) => Buffer.from(plain).toString(),
    () => null,
  );
  messages.push({ ...headers, bytes: body.length, text });
  return new Response(null, { status: 201, headers: { location: `/message/${messages.length}` } });
}

/** Serves a push service on any free port. `subscribe` makes endpoints on that port. */
export async function openPushService(options?: PushServiceOptions) {
  const service = pushService(options);
  const { url, close } = await serve(service.handler);
  return { ...service, url, close, subscribe: (key: string) => service.subscribe(url, key) };
}
