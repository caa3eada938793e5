import { MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod';
import { otherRegion, regionOf } from '../descriptor.ts';
import { CONNECT_TIMEOUT_MS, withDeadline } from '../shared/deadline.ts';
import type { ConvertsLogin, HasRegions, Source, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callShare, type ShareHost } from './call-share.ts';
import { dexcomShare as descriptor, type SentDexcomLogin } from './descriptor.ts';
import { type Region, signIn } from './sign-in.ts';
import { toReadings } from './to-readings.ts';

const region = z.enum(['us', 'ous', 'jp']);

// A username is a name, an email address or a phone number; a password is not changed.
const Login = z.object({ username: z.string().trim().min(1), password: z.string().min(1), region });
const Session = z.object({ region, accountId: z.string(), sessionId: z.string() });

export type DexcomShareLogin = z.infer<typeof Login>;
export type DexcomShareSession = z.infer<typeof Session>;

const MAX_MINUTES = descriptor.historyMs / MINUTE_MS;
const MAX_READINGS = 288;

/** The readings that a Dexcom wearer shares with followers. `hosts`: the base address of each region. */
export function dexcomShare(
  hosts: Record<Region, ShareHost>,
): Source<DexcomShareLogin, DexcomShareSession> &
  ConvertsLogin<SentDexcomLogin, DexcomShareLogin> &
  HasRegions<DexcomShareLogin> {
  return {
    name: descriptor.name,
    rhythm: descriptor.rhythm,
    historyMs: descriptor.historyMs,
    login: Login,
    session: Session,

    toLogin: ({ region, ...rest }, country) => ({
      login: { ...rest, region: storedRegion(region ?? regionOf(descriptor.regions, country)) },
    }),
    inOtherRegion: (login) => ({
      ...login,
      region: storedRegion(otherRegion(descriptor.regions, login.region.toUpperCase())),
    }),

    connect(login, context, before) {
      const host = hosts[login.region];
      return withDeadline(CONNECT_TIMEOUT_MS, context.signal, async (signal) => {
        const bounded = { ...context, signal };
        return withoutSessionOver(async () => {
          const session = { region: login.region, ...(await signIn(login, host, bounded)) };
          // A wearer who has shared before still does; a sensor without readings is no reason to refuse.
          if (before === undefined) await verifySharing(session, host, bounded);
          return session;
        });
      });
    },

    async read(session, since, vendorSession) {
      const now = vendorSession.now();
      const minutes = Math.min(MAX_MINUTES, Math.max(1, Math.ceil((now - since) / MINUTE_MS) + 1));
      const count = Math.min(MAX_READINGS, Math.ceil(minutes / 5) + 1);
      return toReadings(
        await latestValues({ session, minutes, count }, hosts[session.region], vendorSession),
        {
          since,
          now,
          maxRows: MAX_READINGS,
        },
      );
    },
  };
}

/** The region as logins and sessions store it: in lower case. */
const storedRegion = (id: string): Region => region.parse(id.toLowerCase());

type LatestQuery = { session: DexcomShareSession; minutes: number; count: number };

function latestValues(
  { session, minutes, count }: LatestQuery,
  host: ShareHost,
  context: SourceContext,
): Promise<unknown> {
  const query = new URLSearchParams({
    sessionId: session.sessionId,
    minutes: `${minutes}`,
    maxCount: `${count}`,
  });
  return callShare(host, { path: `Publisher/ReadPublisherLatestGlucoseValues?${query}`, body: {} }, context);
}

/**
 * An account without a sensor, without Share or without a follower signs in like any other; only a whole day
 * without a reading shows it.
 */
async function verifySharing(
  session: DexcomShareSession,
  host: ShareHost,
  context: SourceContext,
): Promise<void> {
  const rows = await latestValues({ session, minutes: MAX_MINUTES, count: 1 }, host, context);
  if (Array.isArray(rows) && rows.length === 0) throw new SourceError('dexcomShare', 'not-shared');
  toReadings(rows, { since: 0, now: context.now(), maxRows: MAX_READINGS });
}

/** A new session that is over at once is an error of another kind: connecting again would only repeat it. */
async function withoutSessionOver<T>(steps: () => Promise<T>): Promise<T> {
  try {
    return await steps();
  } catch (error) {
    if (!(error instanceof SourceError && error.errorCode === 'session-over')) throw error;
    throw new SourceError('dexcomShare', 'unreadable', { cause: error.cause });
  }
}
