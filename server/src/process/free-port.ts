import { type AddressInfo, createServer } from 'node:net';
import { StartError } from '../shared/start-error.ts';

/** The most ports to try. */
const TRIES = 100;

/** The port cannot be used; the message has the remedy. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/**
 * Calls `listen` with a free port: the given one, the next free one when it is only a default, or any for 0. The port is
 * found first because addresses with it are needed before anything listens. When another program takes it meanwhile,
 * `listen` fails with `EADDRINUSE` and is called again with the next. Throws `PortTaken`, a temporary `StartError` for a
 * host that this machine does not have, and what `listen` throws.
 */
export async function onFreePort<T>(
  host: string,
  { port, portGiven }: { port: number; portGiven: boolean },
  listen: (port: number) => Promise<T>,
): Promise<T> {
  const tries = portGiven && port !== 0 ? 1 : Math.min(TRIES, 65_535 - port) + 1;
  for (let count = 0; count < tries; count += 1) {
    const free = await probe(host, port === 0 ? 0 : port + count);
    if (free === null) continue;
    try {
      return await listen(free);
    } catch (error) {
      if (!isTaken(error, free)) throw error;
    }
  }
  throw new PortTaken(
    tries === 1
      ? `PORT ${port} is taken by another program. Choose another PORT, or none for the next free one`
      : `Every port from ${port} to ${port + tries - 1} is taken. Choose a free one as PORT`,
  );
}

const isTaken = (error: unknown, port: number): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE' &&
  (error as Error & { port?: number }).port === port;

/**
 * Whether the machine has no such address, or knows no such name: after a power cut, it may be started before its router
 * has given it one.
 */
export const isMissingHost = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);

export const missingHost = (variable: string): StartError =>
  new StartError(`${variable} is no address of this machine`, { isTemporary: true });

/** The port that a server gets on this host (any for 0), or null when it is taken. */
function probe(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else if (error.code === 'EACCES') reject(new PortTaken(`PORT ${port} may not be used by this user`));
      else if (isMissingHost(error)) reject(missingHost('HOST'));
      else reject(error);
    });
    server.listen({ host, port }, () => {
      const { port: actualPort } = server.address() as AddressInfo;
      server.close(() => resolve(actualPort));
    });
  });
}
