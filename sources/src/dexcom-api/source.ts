import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { within } from '../deadline.ts';
import type { SignsInAtVendor, Source } from '../source.ts';
import type { ApiHost } from './ask-api.ts';
import { type AskSelf, doorOf } from './door.ts';
import { firstOf, toReadings } from './to-readings.ts';
import { type Client, trade } from './tokens.ts';

// The code that Dexcom's sign-in page sends back, and the address it was sent to, letter by letter.
const Login = z.object({ code: z.string().min(1), redirectUri: z.string().min(1) });
const Session = z.object({ accessToken: z.string(), accessEndsAt: z.number(), refreshToken: z.string() });

export type DexcomApiLogin = z.infer<typeof Login>;
export type DexcomApiSession = z.infer<typeof Session>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HISTORY_MS = 90 * DAY_MS;
/** The vendor refuses more than 30 days at once; a record has some 450 bytes, and an answer shall stay small. */
const WINDOW_MS = 2 * DAY_MS;
/** A reading every five minutes, from a phone and a receiver, and a few more. */
const MOST_RECORDS = 2 * 2 * 288 + 24;
/** Beyond this it is worth a call to find out where the data begins. */
const FIRST_ASKED_MS = 30 * DAY_MS;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;

/** Dexcom's official API, by OAuth: no password, and readings that are hours old. */
export function dexcomApi(
  host: ApiHost,
  client: Client,
): Source<DexcomApiLogin, DexcomApiSession> & SignsInAtVendor {
  const open = doorOf(host, client);
  return {
    name: 'dexcom-api',
    login: Login,
    session: Session,
    // Shown an hour after the measurement in the US, three hours elsewhere; the vendor counts the calls of all
    // wearers together (60,000 an hour) and asks for patience. Its partners get readings at once.
    rhythm: {
      everyMs: 5 * MINUTE_MS,
      visibleAfterMs: 60 * MINUTE_MS,
      pauseMs: 30 * MINUTE_MS,
      live: { visibleAfterMs: 30_000, pauseMs: MINUTE_MS },
      viewedPauseMs: 5 * MINUTE_MS,
    },
    historyMs: HISTORY_MS,

    loginUrl(state, redirectUri) {
      const query = { client_id: client.clientId, redirect_uri: redirectUri, response_type: 'code' };
      return `${host}/v2/oauth2/login?${new URLSearchParams({ ...query, scope: 'offline_access', state })}`;
    },

    connect({ code, redirectUri }, world) {
      const form = { code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return within(CONNECT_WITHIN_MS, world.signal, (signal) =>
        trade(host, { client, form }, { ...world, signal }),
      );
    },

    read: (session, since, visit) => readingsSince(open(session, visit), { since, now: visit.now() }),
  };
}

async function readingsSince(
  ask: AskSelf,
  { since, now }: { since: number; now: number },
): Promise<Reading[]> {
  let from = Math.max(since, now - HISTORY_MS);
  if (now - from > FIRST_ASKED_MS) from = Math.max(from, (firstOf(await ask('dataRange')) ?? now) - 1000);
  const readings: Reading[] = [];
  for (let start = from; start < now; start += WINDOW_MS) {
    const query = { startDate: inUtc(start), endDate: inUtc(Math.min(start + WINDOW_MS, now)) };
    const answer = await ask(`egvs?${new URLSearchParams(query)}`);
    const known = readings.at(-1)?.takenAt ?? from;
    readings.push(...(await toReadings(answer, { since: known, now, most: MOST_RECORDS })));
  }
  return readings;
}

/** Whole seconds of UTC without a zone, as the vendor wants them. */
function inUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
