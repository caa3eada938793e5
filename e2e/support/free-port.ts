import { createServer, type Server } from 'node:net';

/** Outgoing connections take higher ports (Linux: from 32768), and tests open thousands of them. */
const PORTS = { from: 10_000, count: 20_000 };
/** The only one of them that fetch and browsers refuse. Source: the fetch standard, 2.9 Port blocking. */
const BAD_PORT = 10_080;
/** A process gives its ports from a block of its own, so that no two processes give the same one. */
const BLOCK = 100;
/** No port is given right after its neighbor: `npm start` has its simulated site beside PORT where that is free. */
const STEP = 37;

/** The block of this process: its first port is listened on until the process ends. */
let block: Promise<number> | null = null;
let given = 0;

/** A port that nothing listens on, that no other test is given, and that outgoing connections do not take. */
export async function freePort(): Promise<number> {
  block ??= ownBlock();
  const first = await block;
  for (;;) {
    given += 1;
    const port = first + ((given * STEP) % BLOCK);
    if (port === first || port === BAD_PORT) continue;
    const server = await listening(port);
    if (server === null) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

async function ownBlock(): Promise<number> {
  for (;;) {
    const first = PORTS.from + BLOCK * Math.floor(Math.random() * (PORTS.count / BLOCK));
    const server = await listening(first);
    if (server === null) continue;
    server.unref();
    return first;
  }
}

/** A server on a port; null where another program has it. */
function listening(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null)).listen(port, '127.0.0.1', () => resolve(server));
  });
}
