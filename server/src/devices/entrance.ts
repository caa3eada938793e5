import type { IncomingMessage } from 'node:http';
import type { Hello } from '@tealight/contract';
import { clientAddress, networkOf, type Trusted } from '../client-address.ts';
import type { Log } from '../log.ts';
import { SECOND } from '../times.ts';
import type { Audiences, Line } from './audience.ts';
import { type Beating, openBeat, ROUND_S } from './beat.ts';
import type { Door } from './door.ts';
import { HEARTBEAT_S } from './hint.ts';
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
  join(line: EnteringLine): () => void;
};

/** `heartbeat` sends a message that says nothing but that the line lives; called for devices that asked for it. */
type EnteringLine = Line & Beating & { heartbeat?(): void };

export type EntranceParts = { door: Door; audiences: Audiences; trusted: Trusted; log: Log };

export function openEntrance({ door, audiences, trusted, log }: EntranceParts): Entrance {
  const beat = openBeat(ROUND_S);
  const heartbeats = openBeat(HEARTBEAT_S);
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
      const heartbeat = { beat: () => line.heartbeat?.() };
      if (line.visitor.heartbeat === true) heartbeats.add(heartbeat);
      try {
        audiences.add(line);
      } catch (error) {
        log.error({ event: 'device-not-joined', err: error });
        line.end('restart');
      }
      return () => {
        beat.drop(line);
        heartbeats.drop(heartbeat);
        audiences.drop(line);
      };
    },
    [Symbol.dispose]() {
      beat[Symbol.dispose]();
      heartbeats[Symbol.dispose]();
    },
  };
}
