import { createServer, connect as dial, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A proxy to a server on this machine that a test can cut off. */
export type TcpProxy = AsyncDisposable & {
  port: number;
  /** Ends open connections and refuses new ones. */
  cut(): void;
  open(): void;
};

export async function tcpProxy(target: number): Promise<TcpProxy> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = dial(target, '127.0.0.1');
    keep(near, far);
    keep(far, near);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    open: () => {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
