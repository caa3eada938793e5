import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { SECOND } from '../shared/time-units.ts';

const ANSWER_WITHIN_MS = 8 * SECOND;
/** Every answer that the doctor reads is far smaller. */
const MAX_BODY_BYTES = 256 * 1024;

/** The certificate of a server. `fault`: why clients do not accept it; null when they do. */
export type Certificate = { fault: string | null; endsAt: number };

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  certificate: Certificate | null;
  /** Epoch ms by this machine's clock: when the request was sent, and when the answer began. */
  sentAt: number;
  answeredAt: number;
};

type Options = { headers?: Readonly<Record<string, string>>; timeoutMs?: number };

/** A GET request that follows no redirect. A certificate that clients do not accept is reported, and not an error. */
export async function ask(url: string, options: Options = {}): Promise<Answer> {
  const sentAt = Date.now();
  const response = await begin(url, options);
  const answeredAt = Date.now();
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_BODY_BYTES) break;
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    sentAt,
    answeredAt,
    certificate: certificateOf(response),
  };
}

/** The beginning of an answer, for streams; the caller destroys it. */
export async function begin(
  url: string,
  { headers = {}, timeoutMs = ANSWER_WITHIN_MS }: Options,
): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  const request = send(url, { headers: { ...headers }, rejectUnauthorized: false, agent: false, signal });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function certificateOf({ socket }: IncomingMessage): Certificate | null {
  if (!('getPeerCertificate' in socket)) return null;
  const { authorized, authorizationError, getPeerCertificate } = socket as TLSSocket;
  const { valid_to: end } = getPeerCertificate.call(socket);
  const fault = authorized
    ? null
    : String((authorizationError as { code?: string } | null)?.code ?? authorizationError);
  return { fault, endsAt: Date.parse(end) };
}

/** The JSON in a text; null when it is none. */
export function jsonIn<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
