import { once } from 'node:events';
import { WebSocket } from 'ws';

type Reply = {
  id?: number;
  type?: string;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
};

/** A connection to a browser that speaks WebDriver BiDi (W3C): each command is answered by its number. */
export async function connectBiDi(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.on('message', (data) => {
    const { id, type, result = {}, error, message } = JSON.parse(String(data)) as Reply;
    const command = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (type === 'error') command?.reject(new Error(`${error}: ${message}`));
    else command?.resolve(result);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has closed the connection'));
  });
  let last = 0;
  return {
    /** Rejects with the error of the browser. */
    send(method: string, params: object = {}): Promise<Record<string, unknown>> {
      last += 1;
      const command = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(last, command);
      socket.send(JSON.stringify({ id: last, method, params }));
      return command.promise;
    },
    close: () => socket.close(),
  };
}

export type BiDi = Awaited<ReturnType<typeof connectBiDi>>;
