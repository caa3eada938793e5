import { MINUTE } from '../times.ts';
import type { RemoteSession } from './remote-session.ts';
import { SessionTrouble } from './trouble.ts';

export type SessionLimits = {
  /** Sessions at once, of all wearers. */
  most: number;
  idleMs: number;
};

/** Ten of them fit into 1.5 GB. */
export const sessionLimits: SessionLimits = { most: 10, idleMs: 5 * MINUTE };

type Place = { session: RemoteSession | null; superseded: boolean; timer: NodeJS.Timeout | undefined };

/** Who is at the remote browser now: one session a wearer, so many in all, none idle for long. */
export function openSessions({ most, idleMs }: SessionLimits) {
  const places = new Map<string, Place>();

  const touch = (place: Place) => {
    clearTimeout(place.timer);
    place.timer = setTimeout(() => void place.session?.end('idle'), idleMs).unref();
  };
  const leave = async (owner: string, place: Place, trouble: 'elsewhere' | null) => {
    place.superseded = true;
    clearTimeout(place.timer);
    if (places.get(owner) === place) places.delete(owner);
    await place.session?.end(trouble);
  };

  return {
    get count(): number {
      return places.size;
    },
    /** Begins a session in place of the wearer's last. Throws `SessionTrouble`: `busy`, or what `open` throws. */
    async begin(owner: string, open: (over: () => void) => Promise<RemoteSession>): Promise<SeatedSession> {
      const last = places.get(owner);
      if (last === undefined && places.size >= most) throw new SessionTrouble('busy');
      const place: Place = { session: null, superseded: false, timer: undefined };
      places.set(owner, place);
      if (last !== undefined) await leave(owner, last, 'elsewhere');
      const over = () => void leave(owner, place, null);
      try {
        place.session = await open(over);
      } catch (error) {
        over();
        throw error;
      }
      // Another window, or the end of everything, was faster.
      if (place.superseded) await place.session.end('elsewhere');
      else touch(place);
      return { session: place.session, touch: () => place.superseded || touch(place) };
    },
    async endAll(): Promise<void> {
      await Promise.all([...places].map(([owner, place]) => leave(owner, place, null)));
    },
  };
}

/** A session, and how to say that its wearer is still there. */
export type SeatedSession = { session: RemoteSession; touch: () => void };
