import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** How often the health of each node is checked, ms. */
const CHECK_EVERY_MS = 500;
/** How soon it must answer, ms: on a busy machine, seconds. One that has ended refuses the connection at once. */
const ANSWER_WITHIN_MS = 10_000;

/** A load balancer as operators have one: TCP, round-robin, to the nodes whose `/health/live` answers. */
export type Balancer = AsyncDisposable & { url: string };

export async function balancer(nodes: readonly string[]): Promise<Balancer> {
  const port = await freePort();
  const targets = nodes.map((url) => ({ url, port: Number(new URL(url).port), isUp: true }));
  const sockets = new Set<Socket>();
  const stop = new AbortController();
  let turn = 0;
  const next = () => {
    const up = targets.filter(({ isUp }) => isUp);
    turn += 1;
    return up[turn % up.length];
  };
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    const target = next();
    if (target === undefined) return near.destroy();
    const far = dial(target.port, '127.0.0.1');
    keep(near, far);
    keep(far, near);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const checking = targets.map(async (target) => {
    while (!stop.signal.aborted) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
      target.isUp = await fetch(`${target.url}/health/live`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      await pause(CHECK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(checking);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
