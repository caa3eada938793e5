import type { WebSocket } from 'ws';
import { SECOND } from '../times.ts';

/** A sign-out ends the sockets of its access token within this, on whichever node it happened. */
const LOOK_EVERY_MS = 0.7 * SECOND;
/** Sockets of one wearer, and of all: each is looked after as long as it is open. Own choice. */
const MOST_OF_WEARER = 5;
const MOST = 200;

type Held = { wearerId: number; accessToken: string };

/** Open sockets, each with the access token that opened it, and closed when that token no longer opens anything. */
export function openSignedInSockets(wearerOf: (accessToken: string) => Promise<number | null>) {
  const held = new Map<WebSocket, Held>();
  let looking = false;

  const look = async () => {
    if (looking) return;
    looking = true;
    for (const [socket, { wearerId, accessToken }] of held) {
      // While the store does not answer nobody is signed out.
      const owner = await wearerOf(accessToken).catch(() => wearerId);
      if (owner !== wearerId) socket.terminate();
    }
    looking = false;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();

  return {
    /** Whether the wearer may open one more. */
    hasRoom(wearerId: number): boolean {
      const own = [...held.values()].filter((one) => one.wearerId === wearerId).length;
      return own < MOST_OF_WEARER && held.size < MOST;
    },
    hold(socket: WebSocket, holder: Held): void {
      held.set(socket, holder);
      socket.once('close', () => held.delete(socket));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
