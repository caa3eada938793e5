import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** What a hostile vendor does when it is asked for readings. */
export const hostileScenarios = [
  'too-many-rows', //    100,000 good rows
  'small-rows', //       more rows than were asked for, in few bytes
  'too-deep', //         lists in lists
  'many-keys', //        another key in each object: the slowest text to parse that was found
  'long-strings',
  'absurd-dates',
  'gzip-bomb', //        200 MB in 200 kB
  'gzip-in-gzip',
  'endless-body',
  'single-bytes', //     each byte a piece of its own
  'false-length', //     ends before the length that it announced
  'reset', //            hangs up in the middle
  'header-flood',
  'redirect-circle',
] as const;
export type HostileScenario = (typeof hostileScenarios)[number] | 'slow-drip' | 'endless-pages';

/** How a vendor wraps a list of readings, and what a row with this time (epoch ms) looks like. */
export type Shape = { wrap: (rows: string) => string; row: (takenAt: number, text?: string) => string };

/** Answers of this scenario. `list`: a page that fits what was asked for. */
export function answerHostile(
  response: ServerResponse,
  scenario: HostileScenario,
  shape: Shape,
  { list, location }: { list: () => string; location: string },
): void {
  const body = bodies[scenario];
  const head = { 'content-type': 'application/json' };
  if (body !== undefined) return void response.writeHead(200, head).end(prepared(scenario, shape, body));
  switch (scenario) {
    case 'endless-pages':
      return void response.writeHead(200, head).end(list());
    case 'gzip-bomb':
      return void response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(bomb());
    case 'gzip-in-gzip':
      return void response.writeHead(200, { ...head, 'content-encoding': 'gzip, gzip' }).end(bombInBomb());
    case 'endless-body':
      return void flow(response.writeHead(200, head), Buffer.alloc(65_536, ' '));
    case 'single-bytes':
      return void singleBytes(response);
    case 'slow-drip': {
      const drip = setInterval(() => response.write(' '), 100);
      response.writeHead(200, head).once('close', () => clearInterval(drip));
      return;
    }
    case 'false-length':
      response.writeHead(200, { ...head, 'content-length': '5000' }).write('[');
      return void setTimeout(() => response.destroy(), 20);
    case 'reset':
      response.writeHead(200, head).write('[{"sgv":');
      return void setTimeout(() => response.socket?.resetAndDestroy(), 20);
    case 'header-flood':
      return void response.socket?.end(`HTTP/1.1 200 OK\r\n${'x-flood: 1\r\n'.repeat(20_000)}\r\n`);
    default:
      return void response.writeHead(302, { location }).end();
  }
}

const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join(',');

const bodies: Partial<Record<HostileScenario, (shape: Shape) => string>> = {
  'too-many-rows': ({ wrap, row }) => wrap(rows(100_000, (index) => row(Date.now() - index * 60_000))),
  'small-rows': ({ wrap }) => wrap(rows(20_000, () => '{}')),
  'too-deep': ({ wrap }) => wrap('['.repeat(200_000) + ']'.repeat(200_000)),
  'many-keys': ({ wrap }) => wrap(rows(30_000, (index) => `{"k${index}":0}`)),
  'long-strings': ({ wrap, row }) => wrap(row(Date.now() - 60_000, 'x'.repeat(600_000))),
  'absurd-dates': ({ wrap, row }) => wrap([-1, 0, 8e15, 1e300].map((at) => row(at)).join(',')),
};

const known = new Map<string, Buffer>();
function prepared(scenario: HostileScenario, shape: Shape, body: (shape: Shape) => string): Buffer {
  const name = `${scenario} ${shape.wrap('')} ${shape.row(0)}`;
  const found = known.get(name) ?? Buffer.from(body(shape));
  known.set(name, found);
  return found;
}

let packed: Buffer | null = null;
const bomb = () => (packed ??= gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '), { level: 9 }));
let packedTwice: Buffer | null = null;
const bombInBomb = () => (packedTwice ??= gzipSync(bomb(), { level: 9 }));

function flow(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once('drain', () => flow(response, piece));
}

function singleBytes({ socket }: ServerResponse): void {
  const pieces = Buffer.from('1\r\n \r\n'.repeat(10_000));
  socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  const more = () => {
    while (socket && !socket.destroyed && socket.write(pieces));
    if (socket && !socket.destroyed) socket.once('drain', more);
  };
  more();
}
