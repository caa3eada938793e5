import { DAY_MS, HOUR_MS, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import type { Rhythm } from '../descriptor.ts';
import { CONNECT_TIMEOUT_MS, withDeadline } from '../shared/deadline.ts';
import type { SignsInByRedirect, Source } from '../source.ts';
import { authorizedCalls, type GetOwnData } from './authorized-calls.ts';
import type { ApiHost } from './call-api.ts';
import { dexcomApi as descriptor } from './descriptor.ts';
import { firstRecordTime, toReadings } from './to-readings.ts';
import { type Client, requestTokens } from './tokens.ts';

// The code that Dexcom's sign-in page sends back, and the address that it was sent to, unchanged.
const Login = z.object({ code: z.string().min(1), redirectUri: z.string().min(1) });
const Session = z.object({ accessToken: z.string(), accessEndsAt: z.number(), refreshToken: z.string() });

export type DexcomApiLogin = z.infer<typeof Login>;
export type DexcomApiSession = z.infer<typeof Session>;

/** The vendor refuses more than 30 days at once; a record has some 450 bytes, and a response should stay small. */
const WINDOW_MS = 2 * DAY_MS;
/** A reading every five minutes, from a phone and a receiver, and a few more. */
const MAX_RECORDS = 2 * 2 * 288 + 24;
/** For a longer time it is worth a call to find out where the data begins. */
const DATA_RANGE_AFTER_MS = 30 * DAY_MS;

const US_HOST = 'api.dexcom.com';
const OTHER_HOSTS: readonly string[] = ['api.dexcom.eu', 'api.dexcom.jp'];
/** How long after the measurement the API shows a reading outside the United States. Source: Dexcom's developer FAQ. */
const DELAY_ELSEWHERE_MS = 3 * HOUR_MS;

/** The rhythm by the region of the address; the descriptor has that of the US. Of any other, such as the sandbox, only the longest delay is known. */
function rhythmAt(address: ApiHost): Rhythm {
  const { hostname } = new URL(address);
  if (hostname === US_HOST) return descriptor.rhythm;
  const isElsewhere = OTHER_HOSTS.includes(hostname);
  return {
    ...descriptor.rhythm,
    ...(isElsewhere ? { visibleAfterMs: DELAY_ELSEWHERE_MS } : { visibleWithinMs: DELAY_ELSEWHERE_MS }),
  };
}

/** Dexcom's official API, by OAuth: no password, and readings that are hours late. */
export function dexcomApi({
  address: host,
  ...client
}: Client & { address: ApiHost }): Source<DexcomApiLogin, DexcomApiSession> & SignsInByRedirect {
  const open = authorizedCalls(host, client);
  return {
    name: descriptor.name,
    rhythm: rhythmAt(host),
    historyMs: descriptor.historyMs,
    login: Login,
    session: Session,

    loginUrl(state, redirectUri) {
      const query = { client_id: client.clientId, redirect_uri: redirectUri, response_type: 'code' };
      return `${host}/v2/oauth2/login?${new URLSearchParams({ ...query, scope: 'offline_access', state })}`;
    },

    connect({ code, redirectUri }, context) {
      const form = { code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return withDeadline(CONNECT_TIMEOUT_MS, context.signal, (signal) =>
        requestTokens(host, { client, form }, { ...context, signal }),
      );
    },

    read: (session, since, vendorSession) =>
      readingsSince(open(session, vendorSession), { since, now: vendorSession.now() }),
  };
}

async function readingsSince(
  get: GetOwnData,
  { since, now }: { since: number; now: number },
): Promise<Reading[]> {
  let from = Math.max(since, now - descriptor.historyMs);
  if (now - from > DATA_RANGE_AFTER_MS)
    from = Math.max(from, (firstRecordTime(await get('dataRange')) ?? now) - 1000);
  const readings: Reading[] = [];
  for (let start = from; start < now; start += WINDOW_MS) {
    const query = { startDate: inUtc(start), endDate: inUtc(Math.min(start + WINDOW_MS, now)) };
    const response = await get(`egvs?${new URLSearchParams(query)}`);
    const lastTakenAt = readings.at(-1)?.takenAt ?? from;
    readings.push(...(await toReadings(response, { since: lastTakenAt, now, maxRows: MAX_RECORDS })));
  }
  return readings;
}

/** Whole seconds of UTC without a zone, as the vendor wants them. */
function inUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
