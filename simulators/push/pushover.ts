import { randomBytes } from 'node:crypto';
import { bodyOf, json } from '../replies.ts';
import { type Handler, serve } from '../serve.ts';
import { type PushScenario, pushScenarioReply } from './scenarios.ts';

export type PushoverMessage = {
  title?: string;
  message: string;
  url?: string;
  url_title?: string;
  timestamp?: number;
  ttl?: number;
  priority: number;
  retry?: number;
  expire?: number;
};
export type PushoverReceipt = { acknowledged: boolean; canceled: boolean; expired: boolean };

export type PushoverOptions = {
  userKey: string;
  appToken: string;
  /** What a busy service answers; 30 seconds when left out. */
  retryAfter?: string;
};

export type PushoverService = {
  handler: Handler;
  setScenario(scenario: PushScenario): void;
  /** The accepted messages, the oldest first. */
  messages: readonly PushoverMessage[];
  receipts: ReadonlyMap<string, PushoverReceipt>;
  /** The user presses "Acknowledge". */
  acknowledge(receipt: string): void;
  /** Nobody has acknowledged in time. */
  expire(receipt: string): void;
};

/**
 * A simulated Pushover with one user and one application. `POST /__simulator/scenario {"scenario"}` changes its
 * responses, `POST /__simulator/acknowledge {"receipt"}` acknowledges a message.
 */
export function pushoverService(options: PushoverOptions): PushoverService {
  const { appToken, retryAfter = '30' } = options;
  const messages: PushoverMessage[] = [];
  const receipts = new Map<string, PushoverReceipt>();
  let scenario: PushScenario = 'well';
  const change = (receipt: string, to: Partial<PushoverReceipt>) => {
    const known = receipts.get(receipt);
    if (known) receipts.set(receipt, { ...known, ...to });
  };
  const setScenario = (next: PushScenario) => {
    scenario = next;
  };
  const acknowledge = (receipt: string) => change(receipt, { acknowledged: true });
  const expire = (receipt: string) => change(receipt, { expired: true });

  const answerReceipt = (receipt: string, token: unknown, isCancel: boolean): Response => {
    const known = receipts.get(receipt);
    if (token !== appToken) return invalid('token', 'application token is invalid');
    if (known === undefined) return invalid('receipt', 'receipt not found; may be invalid or expired');
    if (isCancel) change(receipt, { canceled: true });
    const { acknowledged, expired } = known;
    return json({ status: 1, acknowledged: Number(acknowledged), expired: Number(expired) });
  };
  const handler: Handler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const body = request.method === 'POST' ? await bodyOf(request) : {};
    if (pathname === '/__simulator/scenario') setScenario(body.scenario as PushScenario);
    if (pathname === '/__simulator/acknowledge') acknowledge(String(body.receipt));
    if (pathname.startsWith('/__simulator/')) return json({});
    const reply = await pushScenarioReply(scenario, request, retryAfter);
    if (reply !== null) return reply;
    const [, receipt, cancel] = /^\/1\/receipts\/(\w+?)(\/cancel)?\.json$/.exec(pathname) ?? [];
    if (receipt !== undefined)
      return answerReceipt(receipt, body.token ?? searchParams.get('token'), cancel !== undefined);
    if (pathname !== '/1/messages.json') return json({ status: 0 }, 404);
    const problem = problemOf(body, options);
    if (problem !== null) return problem;
    const { token: _, user: __, ...message } = body;
    messages.push({ priority: 0, ...message } as PushoverMessage);
    const receiptField = message.priority === 2 ? { receipt: randomBytes(15).toString('hex') } : {};
    if (receiptField.receipt)
      receipts.set(receiptField.receipt, { acknowledged: false, canceled: false, expired: false });
    return json({ status: 1, request: `request${messages.length}`, ...receiptField });
  };
  return { handler, setScenario, messages, receipts, acknowledge, expire };
}

const invalid = (field: string, error: string) =>
  json({ [field]: 'invalid', errors: [error], status: 0, request: 'request' }, 400);

/** pushover.net/api: the longest texts, in code points. */
const limits = { title: 250, message: 1024, url: 512, url_title: 100 };

function problemOf(body: Record<string, unknown>, { userKey, appToken }: PushoverOptions): Response | null {
  const { token, user, message, priority = 0, retry, expire } = body;
  if (token !== appToken) return invalid('token', 'application token is invalid');
  if (user !== userKey) return invalid('user', 'user identifier is not a valid user');
  if (!message) return invalid('message', 'message cannot be blank');
  const long = Object.entries(limits).find(([name, limit]) => [...String(body[name] ?? '')].length > limit);
  if (long) return invalid(long[0], 'is too long');
  if (![-2, -1, 0, 1, 2].includes(Number(priority))) return invalid('priority', 'is invalid');
  if (priority !== 2) return null;
  if (!(Number(retry) >= 30)) return invalid('retry', 'must be at least 30 seconds');
  return Number(expire) > 0 && Number(expire) <= 10_800 ? null : invalid('expire', 'must be at most 3 hours');
}

/** Serves a Pushover on any free port. */
export async function openPushover(options: PushoverOptions) {
  const pushover = pushoverService(options);
  return { ...pushover, ...(await serve(pushover.handler)) };
}
