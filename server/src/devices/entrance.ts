import type { IncomingMessage } from 'node:http';
import type { Hello } from '@tealight/contract';
import { clientAddress, networkOf, type Trusted } from '../client-address.ts';
import type { Log } from '../log.ts';
import { SECOND } from '../times.ts';
import type { Audiences, Line } from './audience.ts';
import { type Beating, openBeat } from './beat.ts';
import type { Door } from './door.ts';
import { type Origin, type Visitor, visitorOf } from './visitor.ts';

export type Admitted =
  | { visitor: Visitor }
  | { refused: 'wrong-code' }
  | { refused: 'slow-down'; waitS: number }
  | { failed: true };

/** How a device of any protocol comes in. */
export type Entrance = Disposable & {
  originOf(request: IncomingMessage): Origin;
  /** Checks the code of an introduction. Never throws. */
  admit(hello: Hello, origin: Origin): Promise<Admitted>;
  /** Lets a line in; the returned function is called when it has ended. */
  join(line: Line & Beating): () => void;
};

export type EntranceParts = { door: Door; audiences: Audiences; trusted: Trusted; log: Log };

export function openEntrance({ door, audiences, trusted, log }: EntranceParts): Entrance {
  const beat = openBeat();
  return {
    originOf: (request) => ({
      network: networkOf(clientAddress(request, trusted)),
      agent: request.headers['user-agent'] ?? '',
    }),
    async admit(hello, origin) {
      try {
        const opened = await door.open(hello.code ?? '', origin.network);
        if (!('refused' in opened)) return { visitor: visitorOf(opened, hello, origin) };
        if (opened.refused === 'wrong-code') return { refused: 'wrong-code' };
        return { refused: 'slow-down', waitS: Math.ceil(opened.waitMs / SECOND) };
      } catch (error) {
        log.error({ event: 'device-not-admitted', err: error });
        return { failed: true };
      }
    },
    join(line) {
      beat.add(line);
      try {
        audiences.add(line);
      } catch (error) {
        log.error({ event: 'device-not-joined', err: error });
        line.end('restart');
      }
      return () => {
        beat.drop(line);
        audiences.drop(line);
      };
    },
    [Symbol.dispose]: () => beat[Symbol.dispose](),
  };
}
