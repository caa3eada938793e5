import { bodyOf, json, text } from '../replies.ts';
import { type Handler, serve } from '../serve.ts';
import { type PushScenario, pushScenarioReply } from './scenarios.ts';

export type NtfyAction = {
  action: string;
  label: string;
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  clear?: boolean;
};

/** A message that the server has accepted. */
export type NtfyMessage = {
  topic: string;
  title?: string;
  message: string;
  priority: number;
  tags: string[];
  click?: string;
  actions: NtfyAction[];
};

export type NtfyOptions = {
  /** Topics that need an access token, and the token. All others are open. */
  tokens?: Record<string, string>;
  /** What a busy server answers; 30 seconds when left out. */
  retryAfter?: string;
};

export type NtfyServer = {
  handler: Handler;
  setScenario(scenario: PushScenario): void;
  /** The accepted messages of a topic, the oldest first. */
  messages(topic: string): readonly NtfyMessage[];
};

/** ntfy makes a file of a longer one. */
const MAX_MESSAGE_BYTES = 4096;
const MAX_ACTIONS = 3;

/**
 * A simulated ntfy server: messages are posted as JSON to its root, and `GET /<topic>/json?poll=1` returns those of a
 * topic, one in a line. `POST /__simulator/scenario {"scenario"}` changes its responses.
 */
export function ntfyServer({ tokens = {}, retryAfter = '30' }: NtfyOptions = {}): NtfyServer {
  const accepted: NtfyMessage[] = [];
  let scenario: PushScenario = 'well';
  const setScenario = (next: PushScenario) => {
    scenario = next;
  };
  const messages = (topic: string) => accepted.filter((message) => message.topic === topic);
  const handler: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__simulator/scenario') {
      setScenario((await bodyOf(request)).scenario as PushScenario);
      return json({});
    }
    const polled = /^\/([\w-]{1,64})\/json$/.exec(pathname)?.[1];
    if (polled !== undefined)
      return text(
        messages(polled)
          .map((message) => `${JSON.stringify({ event: 'message', ...message })}\n`)
          .join(''),
      );
    if (pathname !== '/' || request.method !== 'POST') return json({ code: 40401, http: 404 }, 404);
    const reply = await pushScenarioReply(scenario, request, retryAfter);
    if (reply !== null) return reply;
    return publish(await bodyOf(request), request.headers.get('authorization'), { tokens, accepted });
  };
  return { handler, setScenario, messages };
}

function publish(
  body: Record<string, unknown>,
  authorization: string | null,
  { tokens, accepted }: { tokens: Record<string, string>; accepted: NtfyMessage[] },
): Response {
  const message = {
    message: 'triggered',
    priority: 3,
    tags: [],
    actions: [],
    ...body,
  } as unknown as NtfyMessage;
  const token = tokens[message.topic];
  if (token !== undefined && authorization !== `Bearer ${token}`)
    return json({ code: 40301, http: 403 }, 403);
  const problem = problemOf(message);
  if (problem !== null) return json({ code: problem, http: 400 }, 400);
  accepted.push(message);
  return json({ id: `message${accepted.length}`, event: 'message', ...message });
}

/** The number of ntfy for what is wrong with a message. */
function problemOf({ topic, message, priority, actions }: NtfyMessage): number | null {
  if (typeof topic !== 'string' || !/^[\w-]{1,64}$/.test(topic)) return 40009;
  if (typeof message !== 'string' || Buffer.byteLength(message) > MAX_MESSAGE_BYTES) return 40011;
  if (![1, 2, 3, 4, 5].includes(priority)) return 40007;
  const isAction = ({ action, label, url }: NtfyAction) =>
    action === 'http' && label !== '' && URL.canParse(url);
  return actions.length <= MAX_ACTIONS && actions.every(isAction) ? null : 40018;
}

/** Presses a button of a message, as the app does. */
export function pressNtfyAction({ url, method = 'POST', headers = {}, body }: NtfyAction): Promise<Response> {
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}

/** Serves an ntfy server on any free port. */
export async function openNtfyServer(options?: NtfyOptions) {
  const ntfy = ntfyServer(options);
  return { ...ntfy, ...(await serve(ntfy.handler)) };
}
