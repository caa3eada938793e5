import { type AddressInfo, createServer } from 'node:net';

/** How many ports are tried before giving up. */
const TRIES = 100;

/** Raised when a port that was asked for is taken. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** The port to listen on: the wanted one, or the next free one when it was only a default. Throws `PortTaken`. */
export async function freePort(
  host: string,
  { port, portGiven }: { port: number; portGiven: boolean },
): Promise<number> {
  if (port === 0) return (await probe(host, 0)) ?? 0;
  const last = portGiven ? port : Math.min(65_535, port + TRIES);
  for (let candidate = port; candidate <= last; candidate += 1) {
    if ((await probe(host, candidate)) !== null) return candidate;
  }
  throw new PortTaken(
    portGiven
      ? `PORT ${port} is taken by another program. Choose another PORT, or none for the next free one`
      : `Every port from ${port} to ${last} is taken. Choose a free one as PORT`,
  );
}

/** The port that a listener gets here (0 asks for any), or null when it is taken. */
function probe(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else if (error.code === 'EACCES') reject(new PortTaken(`PORT ${port} may not be used by this user`));
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new PortTaken('HOST is no address of this machine'));
      } else reject(error);
    });
    listener.listen({ host, port }, () => {
      const { port: got } = listener.address() as AddressInfo;
      listener.close(() => resolve(got));
    });
  });
}
