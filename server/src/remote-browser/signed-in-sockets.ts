import type { WebSocket } from 'ws';
import { SECOND } from '../shared/time-units.ts';

/** A sign-out on any node ends the sockets of its access token within this time. */
const CHECK_INTERVAL_MS = 0.7 * SECOND;
/** The most sockets of one wearer, and in total, since each is checked while it is open. Own choice. */
const SOCKETS_OF_WEARER = 5;
const ALL_SOCKETS = 200;

/** Who uses the hub, and for which wearer. */
export type SignedIn = { accountId: number; wearerId: number };

type SocketOwner = { wearerId: number; accessToken: string };

/** Open sockets, which are closed when the access token that opened them becomes invalid. */
export function openSignedInSockets(signedInBy: (accessToken: string) => Promise<SignedIn | null>) {
  const owners = new Map<WebSocket, SocketOwner>();
  let isChecking = false;

  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    for (const [socket, { wearerId, accessToken }] of owners) {
      // While the store does not answer, no socket is closed.
      const current = await signedInBy(accessToken).catch(() => ({ wearerId }));
      if (current?.wearerId !== wearerId) socket.terminate();
    }
    isChecking = false;
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();

  return {
    /** Whether the wearer may open another socket. */
    hasCapacity(wearerId: number): boolean {
      const own = [...owners.values()].filter((one) => one.wearerId === wearerId).length;
      return own < SOCKETS_OF_WEARER && owners.size < ALL_SOCKETS;
    },
    add(socket: WebSocket, owner: SocketOwner): void {
      owners.set(socket, owner);
      socket.once('close', () => owners.delete(socket));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
