import { wideNetworkOf } from '../shared/client-address.ts';
import { MINUTE } from '../shared/time-units.ts';
import type { RemoteSession } from './remote-session.ts';
import { RemoteSessionError } from './session-error.ts';

export type SessionLimits = {
  /** Sessions at once, of all wearers. */
  maxSessions: number;
  idleMs: number;
  /** The longest time of a session, even an active one. */
  maxDurationMs: number;
  /** Sessions that one wearer may start at once, and after how long one more. */
  starts: { burst: number; everyMs: number };
};

/**
 * Ten sessions take 1.5 GB. A sign-in takes a minute or two; captchas sometimes fail, so a wearer may start several
 * times in a row.
 */
export const sessionLimits: SessionLimits = {
  maxSessions: 10,
  idleMs: 5 * MINUTE,
  maxDurationMs: 15 * MINUTE,
  starts: { burst: 10, everyMs: 2 * MINUTE },
};

type WearerSession = SessionOrigin & {
  session: RemoteSession | null;
  isEnded: boolean;
  idleTimer: NodeJS.Timeout | undefined;
  durationTimer: NodeJS.Timeout | undefined;
};

/** The account that starts a session, and the network that it is started from. */
export type SessionOrigin = { account: number; network: string };
export type SessionOwner = SessionOrigin & { wearer: string };

/** Sessions at once of one account, for all its wearers. Own choice. */
const OF_ACCOUNT = 2;

/**
 * The open sessions: one for each wearer, limited in total, with at most two of an account, and half of them from one
 * network. Idle and long sessions are ended.
 */
export function openSessions({ maxSessions, idleMs, maxDurationMs, starts }: SessionLimits) {
  const mayStart = openStartLimit(starts);
  const sessions = new Map<string, WearerSession>();

  const restartIdleTimer = (own: WearerSession) => {
    clearTimeout(own.idleTimer);
    own.idleTimer = setTimeout(() => void own.session?.end('idle'), idleMs).unref();
  };
  const end = async (wearer: string, own: WearerSession, errorCode: 'elsewhere' | null) => {
    own.isEnded = true;
    clearTimeout(own.idleTimer);
    clearTimeout(own.durationTimer);
    if (sessions.get(wearer) === own) sessions.delete(wearer);
    await own.session?.end(errorCode);
  };

  return {
    get count(): number {
      return sessions.size;
    },
    /** Starts a session, in place of the wearer's previous one. Throws `RemoteSessionError` `busy`, and what `open` throws. */
    async start(
      { wearer, account, network }: SessionOwner,
      open: (onEnd: () => void) => Promise<RemoteSession>,
    ): Promise<ActiveSession> {
      const previous = sessions.get(wearer);
      const others = [...sessions.values()].filter((other) => other !== previous);
      const ofAccount = others.filter((other) => other.account === account);
      const ofNetwork = others.filter((other) => isNear(other.network, network));
      if (others.length >= maxSessions || ofNetwork.length >= Math.ceil(maxSessions / 2))
        throw new RemoteSessionError('busy');
      if (ofAccount.length >= OF_ACCOUNT) throw new RemoteSessionError('busy');
      if (!mayStart(wearer)) throw new RemoteSessionError('busy');
      const own: WearerSession = {
        account,
        network,
        session: null,
        isEnded: false,
        idleTimer: undefined,
        durationTimer: undefined,
      };
      sessions.set(wearer, own);
      if (previous !== undefined) await end(wearer, previous, 'elsewhere');
      const onEnd = () => void end(wearer, own, null);
      try {
        own.session = await open(onEnd);
      } catch (error) {
        onEnd();
        throw error;
      }
      // Replaced by another window, or ended by `endAll`, while it was opening.
      if (own.isEnded) await own.session.end('elsewhere');
      else {
        restartIdleTimer(own);
        own.durationTimer = setTimeout(() => void own.session?.end('too-long'), maxDurationMs).unref();
      }
      return { session: own.session, markActive: () => own.isEnded || restartIdleTimer(own) };
    },
    async endAll(): Promise<void> {
      await Promise.all([...sessions].map(([wearer, own]) => end(wearer, own, null)));
    },
  };
}

/** Whether two networks may be those of one customer. */
const isNear = (one: string, other: string): boolean =>
  one === other || (wideNetworkOf(one) !== null && wideNetworkOf(one) === wideNetworkOf(other));

/** A session with a function that restarts its idle timer. */
export type ActiveSession = { session: RemoteSession; markActive: () => void };

/** Returns a function that counts a start and returns whether it is allowed: `burst` at once, then one every `everyMs`. */
function openStartLimit({ burst, everyMs }: SessionLimits['starts']) {
  /** When each wearer may use the whole burst again, epoch ms. */
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
