import { MINUTE } from '../times.ts';
import type { RemoteSession } from './remote-session.ts';
import { SessionTrouble } from './trouble.ts';

export type SessionLimits = {
  /** Sessions at once, of all wearers. */
  most: number;
  idleMs: number;
  /** The longest a session may last, however busy. */
  lastMs: number;
  /** Sessions that one wearer may begin at once, and after how long one more. */
  starts: { burst: number; everyMs: number };
};

/**
 * Ten of them fit into 1.5 GB. A sign-in takes a minute or two; captchas are failed now and then, so a wearer may
 * begin a few times in a row.
 */
export const sessionLimits: SessionLimits = {
  most: 10,
  idleMs: 5 * MINUTE,
  lastMs: 15 * MINUTE,
  starts: { burst: 10, everyMs: 2 * MINUTE },
};

type Place = {
  network: string;
  session: RemoteSession | null;
  superseded: boolean;
  timer: NodeJS.Timeout | undefined;
  /** Ends the session when its time is over. */
  last: NodeJS.Timeout | undefined;
};

/** Whose session it is, and the network it is begun from. */
export type Owner = { wearer: string; network: string };

/**
 * Who is at the remote browser now: one session a wearer, so many in all and half as many from one network, none
 * idle for long and none for ever.
 */
export function openSessions({ most, idleMs, lastMs, starts }: SessionLimits) {
  const mayStart = openStarts(starts);
  const places = new Map<string, Place>();

  const touch = (place: Place) => {
    clearTimeout(place.timer);
    place.timer = setTimeout(() => void place.session?.end('idle'), idleMs).unref();
  };
  const leave = async (owner: string, place: Place, trouble: 'elsewhere' | null) => {
    place.superseded = true;
    clearTimeout(place.timer);
    clearTimeout(place.last);
    if (places.get(owner) === place) places.delete(owner);
    await place.session?.end(trouble);
  };

  return {
    get count(): number {
      return places.size;
    },
    /** Begins a session in place of the wearer's last. Throws `SessionTrouble`: `busy`, or what `open` throws. */
    async begin(
      { wearer: owner, network }: Owner,
      open: (over: () => void) => Promise<RemoteSession>,
    ): Promise<SeatedSession> {
      const last = places.get(owner);
      const others = [...places.values()].filter((place) => place !== last);
      const near = others.filter((place) => place.network === network);
      if (others.length >= most || near.length >= Math.ceil(most / 2)) throw new SessionTrouble('busy');
      if (!mayStart(owner)) throw new SessionTrouble('busy');
      const place: Place = { network, session: null, superseded: false, timer: undefined, last: undefined };
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
      else {
        touch(place);
        place.last = setTimeout(() => void place.session?.end('too-long'), lastMs).unref();
      }
      return { session: place.session, touch: () => place.superseded || touch(place) };
    },
    async endAll(): Promise<void> {
      await Promise.all([...places].map(([owner, place]) => leave(owner, place, null)));
    },
  };
}

/** A session, and how to say that its wearer is still there. */
export type SeatedSession = { session: RemoteSession; touch: () => void };

/** Whether a wearer may begin once more: so many at once, then one after each span of time. */
function openStarts({ burst, everyMs }: SessionLimits['starts']) {
  /** When each wearer's starts are all there again, epoch ms. */
  const fullAt = new Map<string, number>();
  return (wearer: string): boolean => {
    const now = Date.now();
    for (const [other, at] of fullAt) if (at <= now) fullAt.delete(other);
    const full = Math.max(fullAt.get(wearer) ?? 0, now) + everyMs;
    if (full - now > burst * everyMs) return false;
    fullAt.set(wearer, full);
    return true;
  };
}
