import { confirmLinkPath, currentUser, feedPath, signIn, signUp } from '@tealight/contract';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { mailedLink } from '../../../simulators/fixtures/wearer.ts';
import { json, tlsClient } from './tls-client.ts';

/** The address of a proxy, and its authority. `nodes`: where emails are read, past the proxy. */
export type Way = { url: string; ca: string; nodes: readonly string[] };

/** A lamp, and what it got. */
export type ProxiedLamp = { got: string[]; isOpen(): boolean };

/** Signs up through the proxy. */
export async function proxiedWearer({ url, ca, nodes }: Way) {
  const { call } = tlsClient(ca);
  const email = `${crypto.randomUUID()}@example.org`;
  const account = { firstname: 'Ada', lastname: 'Lovelace', email, password: 'Analytical1!', location: 'GB' };
  expect((await call(url + signUp.path, json(account))).status).toBe(200);
  const link = await Promise.any(nodes.map((node) => mailedLink(node, email, /http\S*email\/confirm\S*/)));
  await call(`${url}${confirmLinkPath}${new URL(link).search}`);
  const answer = await call(url + signIn.path, json({ email, password: account.password }));
  const { accessToken: token } = JSON.parse(answer.body) as { accessToken: string };
  const headers = { authorization: `Bearer ${token}` };
  const user = await call(url + currentUser.path, { headers });
  const { connectionCode: code } = JSON.parse(user.body) as { connectionCode: string };
  return { token, headers, code };
}

/** A lamp on a WebSocket; `more` continues its query. */
export function socketLamp({ url, ca }: Way, code: string, more = ''): ProxiedLamp {
  const got: string[] = [];
  const address = `${url.replace('https', 'wss')}${feedPath}?code=${code}&id=socket${more}`;
  const socket = new WebSocket(address, { ca });
  socket.on('error', () => {}).on('message', (data) => void got.push(String(data)));
  onTestFinished(() => socket.terminate());
  return { got, isOpen: () => socket.readyState === WebSocket.OPEN };
}

/** A lamp on server-sent events, likewise. */
export async function eventLamp({ url, ca }: Way, code: string, more = ''): Promise<ProxiedLamp> {
  const got: string[] = [];
  const answer = await tlsClient(ca).open(`${url}${feedPath}?code=${code}&id=events${more}`, {
    headers: { accept: 'text/event-stream' },
  });
  answer
    .setEncoding('utf8')
    .on('data', (text) => void got.push(text))
    .on('error', () => {});
  onTestFinished(() => void answer.destroy());
  return { got, isOpen: () => !answer.destroyed && !answer.complete };
}
