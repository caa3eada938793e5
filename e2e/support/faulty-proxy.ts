import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';

/** What a proxy does wrong. `none`: nothing; `replaces-addresses`: nothing either, and it drops the X-Forwarded-For of its clients. */
export type ProxyFault =
  | 'none'
  | 'replaces-addresses'
  | 'drops-upgrades'
  | 'buffers'
  | 'sends-no-address'
  | 'passes-addresses-on'
  | 'untrusted'
  | 'wrong-date';

export type FaultyProxy = AsyncDisposable & { url: string; fault: ProxyFault };

/** A reverse proxy with TLS in front of a server on this machine, which a test can break. */
export async function faultyProxy(
  { port, target }: { port: number; target: number },
  files: { cert: string; key: string },
): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  const proxy = { url: `https://localhost:${port}`, fault: 'none' as ProxyFault };
  const headersOf = ({ headers, socket }: IncomingMessage) => {
    const { 'x-forwarded-for': sent, ...others } = headers;
    const before = proxy.fault === 'replaces-addresses' ? [] : (sent ?? []);
    const own = socket.remoteAddress?.replace('::ffff:', '') ?? '';
    if (proxy.fault === 'sends-no-address') return others;
    const unchanged = proxy.fault === 'passes-addresses-on';
    const forwarded = [before, unchanged ? [] : own].flat().join(', ');
    return forwarded === '' ? others : { ...others, 'x-forwarded-for': forwarded };
  };
  // The server trusts 127.0.0.1 alone.
  const from = () => (proxy.fault === 'untrusted' ? '127.0.0.2' : '127.0.0.1');
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url: path } = incoming;
    const options = { host: '127.0.0.1', port: target, localAddress: from(), method, path };
    const outgoing = request({ ...options, headers: headersOf(incoming) }, (answer) => {
      const hourAgo = new Date(Date.now() - 3_600_000).toUTCString();
      const date = proxy.fault === 'wrong-date' ? { date: hourAgo } : {};
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...date });
      if (proxy.fault !== 'buffers')
        return answer.on('data', (chunk) => response.write(chunk)).on('end', () => response.end());
      const chunks: Buffer[] = [];
      return answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => response.end(Buffer.concat(chunks)));
    });
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  };
  const server = createServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) }, pass);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  server.on('upgrade', (incoming, near: Socket, head: Buffer) => {
    if (proxy.fault === 'drops-upgrades')
      return near.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    const far = connect({ host: '127.0.0.1', port: target, localAddress: from() });
    const lines = Object.entries({ ...headersOf(incoming), upgrade: 'websocket', connection: 'Upgrade' });
    far.write(
      `GET ${incoming.url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    far.write(head);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
