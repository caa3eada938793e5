import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address on this machine that the call comes from. */
  from?: string;
};

/** A client that accepts certificates of this authority and no other. */
export function tlsClient(ca: string) {
  const open = (url: string, { method = 'GET', headers = {}, body, from }: Call = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers, ca, agent: false, family: 4, ...(from && { localAddress: from }) };
      request(url, options, resolve).on('error', reject).end(body);
    });
  return {
    /** Resolves with the head of the answer; its body is still to be read. */
    open,
    async call(url: string, call: Call = {}): Promise<Answer> {
      const answer = await open(url, call);
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
    },
  };
}

export type TlsClient = ReturnType<typeof tlsClient>;

/** A call with a JSON body. */
export const json = (body: object, token?: string): Call => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});
