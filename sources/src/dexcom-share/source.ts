import * as z from 'zod';
import { within } from '../deadline.ts';
import type { Source, World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { askShare, type ShareHost } from './ask-share.ts';
import { type Region, signIn } from './sign-in.ts';
import { toReadings } from './to-readings.ts';

const region = z.enum(['us', 'ous', 'jp']);

// A username is a name, an e-mail address or a phone number; a password is taken letter by letter.
const Login = z.object({ username: z.string().trim().min(1), password: z.string().min(1), region });
const Session = z.object({ region, accountId: z.string(), sessionId: z.string() });

export type DexcomShareLogin = z.infer<typeof Login>;
export type DexcomShareSession = z.infer<typeof Session>;

const MINUTE_MS = 60_000;
/** Share gives no more, and refuses to be asked for more. */
const MOST_MINUTES = 1440;
const MOST_READINGS = 288;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;

/** The readings that a Dexcom wearer shares with followers. `hosts`: the base address of each region. */
export function dexcomShare(hosts: Record<Region, ShareHost>): Source<DexcomShareLogin, DexcomShareSession> {
  return {
    name: 'dexcom-share',
    login: Login,
    session: Session,
    // Mostly shown 12 to 30 s after the measurement. No limit is published; clients that have been tolerated for years
    // ask every three to five minutes around the clock. Asking when a reading is due, and once more seconds later where
    // it is late, comes to fewer calls than theirs: what saves calls is aiming, not the pause after a miss.
    rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 15_000, pauseMs: 5_000 },
    historyMs: MOST_MINUTES * MINUTE_MS,

    connect(login, world, before) {
      const host = hosts[login.region];
      return within(CONNECT_WITHIN_MS, world.signal, async (signal) => {
        const hurried = { ...world, signal };
        return firstTime(async () => {
          const session = { region: login.region, ...(await signIn(login, host, hurried)) };
          // Who has shared before still shares; a sensor that is silent for long is no reason to refuse.
          if (before === undefined) await provenToShare(session, host, hurried);
          return session;
        });
      });
    },

    async read(session, since, visit) {
      const now = visit.now();
      const minutes = Math.min(MOST_MINUTES, Math.max(1, Math.ceil((now - since) / MINUTE_MS) + 1));
      const count = Math.min(MOST_READINGS, Math.ceil(minutes / 5) + 1);
      return toReadings(await latest({ session, minutes, count }, hosts[session.region], visit), {
        since,
        now,
        most: MOST_READINGS,
      });
    },
  };
}

type Latest = { session: DexcomShareSession; minutes: number; count: number };

function latest({ session, minutes, count }: Latest, host: ShareHost, world: World): Promise<unknown> {
  const query = new URLSearchParams({
    sessionId: session.sessionId,
    minutes: `${minutes}`,
    maxCount: `${count}`,
  });
  return askShare(host, { path: `Publisher/ReadPublisherLatestGlucoseValues?${query}`, body: {} }, world);
}

/**
 * An account without a sensor, without Share or without a follower signs in like any other; only a whole day
 * without a reading tells.
 */
async function provenToShare(session: DexcomShareSession, host: ShareHost, world: World): Promise<void> {
  const rows = await latest({ session, minutes: MOST_MINUTES, count: 1 }, host, world);
  if (Array.isArray(rows) && rows.length === 0) throw new SourceError('dexcom-share', 'not-shared');
  toReadings(rows, { since: 0, now: world.now(), most: MOST_READINGS });
}

/** A session that is over before it began is no session: connecting again would only repeat it. */
async function firstTime<T>(steps: () => Promise<T>): Promise<T> {
  try {
    return await steps();
  } catch (error) {
    if (!(error instanceof SourceError && error.trouble === 'session-over')) throw error;
    throw new SourceError('dexcom-share', 'unreadable', { cause: error.cause });
  }
}
