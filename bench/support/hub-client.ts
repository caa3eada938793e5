import { once } from 'node:events';
import { browserHubPath } from '@tealight/contract';
import { WebSocket } from 'ws';

/** Source: ASP.NET Core, SignalR hub protocol, JSON encoding. */
const RECORD_SEPARATOR = '\u001e';
const INVOCATION = 1;
const PING = 6;

/** A minimal client of the remote browser's hub, so that only the server is measured. */
export type HubClient = AsyncDisposable & {
  invoke: (target: string, ...args: unknown[]) => void;
  /** The arguments of the next such event, and when it arrived. */
  next: (event: string) => Promise<{ args: unknown[]; at: number }>;
};

type Message = { type: number; target?: string; arguments?: unknown[] };
type Waiter = { event: string; resolve: (received: { args: unknown[]; at: number }) => void };

/** Connects with an access token, as if forwarded by a proxy from this address. */
export async function hubClient(url: string, token: string, clientAddress: string): Promise<HubClient> {
  const address = `${url.replace(/^http/, 'ws')}${browserHubPath}?access_token=${token}`;
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': clientAddress } });
  await once(socket, 'open');
  const waiting = new Set<Waiter>();
  socket.on('message', (data) => {
    const at = performance.now();
    for (const record of String(data).split(RECORD_SEPARATOR)) {
      if (record === '') continue;
      const message: Message = JSON.parse(record);
      for (const one of waiting) {
        if (message.type !== INVOCATION || one.event !== message.target) continue;
        waiting.delete(one);
        one.resolve({ args: message.arguments ?? [], at });
      }
    }
  });
  const ping = setInterval(() => socket.send(`{"type":${PING}}${RECORD_SEPARATOR}`), 10_000);
  socket.send(`{"protocol":"json","version":1}${RECORD_SEPARATOR}`);
  return {
    invoke: (target, ...args) =>
      socket.send(
        `${JSON.stringify({ type: INVOCATION, invocationId: '1', target, arguments: args })}${RECORD_SEPARATOR}`,
      ),
    next: (event) => new Promise((resolve) => waiting.add({ event, resolve })),
    async [Symbol.asyncDispose]() {
      clearInterval(ping);
      socket.close();
      await once(socket, 'close');
    },
  };
}
