import * as z from 'zod';
import type { SignsInAtVendor, Source, Visit, World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { type ApiHost, askApi } from './ask-api.ts';
import { firstOf, toReadings } from './to-readings.ts';
import { type Client, type Tokens, trade } from './tokens.ts';

// The code that Dexcom's sign-in page sends back, and the address it was sent to, letter by letter.
const Login = z.object({ code: z.string().min(1), redirectUri: z.string().min(1) });
const Session = z.object({ accessToken: z.string(), accessEndsAt: z.number(), refreshToken: z.string() });

export type DexcomApiLogin = z.infer<typeof Login>;
export type DexcomApiSession = z.infer<typeof Session>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HISTORY_MS = 90 * DAY_MS;
/** The vendor refuses windows of more than 30 days. */
const WINDOW_MS = 30 * DAY_MS;
const RENEW_BEFORE_MS = 5 * MINUTE_MS;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;

/** Dexcom's official API, by OAuth: no password, and readings that are hours old. */
export function dexcomApi(
  host: ApiHost,
  client: Client,
): Source<DexcomApiLogin, DexcomApiSession> & SignsInAtVendor {
  const renew = oncePerToken(async (spent: string, visit: Visit<DexcomApiSession>) => {
    const form = { refresh_token: spent, grant_type: 'refresh_token' };
    const fresh = await trade(host, { client, form }, visit);
    // The old refresh token is spent from here on: what is not kept now is lost.
    await visit.keep(fresh);
    return fresh;
  });

  const got = async (path: string, tokens: Tokens, world: World) =>
    askApi(
      { url: `${host}/v3/users/self/${path}` },
      { authorization: `Bearer ${tokens.accessToken}` },
      world,
    );

  /** An access token may end before its time: then it is renewed once, and the question asked once more. */
  const visiting = (session: DexcomApiSession, visit: Visit<DexcomApiSession>) => {
    let tokens: Tokens = session;
    let renewed = false;
    const renewOnce = async () => {
      tokens = await renew(tokens.refreshToken, visit);
      renewed = true;
    };
    return async (path: string): Promise<unknown> => {
      if (!renewed && tokens.accessEndsAt - visit.now() < RENEW_BEFORE_MS) await renewOnce();
      let answer = await got(path, tokens, visit);
      if (answer.status === 401 && !renewed) {
        await renewOnce();
        answer = await got(path, tokens, visit);
      }
      return admitted(answer);
    };
  };

  return {
    name: 'dexcom-api',
    login: Login,
    session: Session,
    // Shown an hour after the measurement in the US, three hours elsewhere; the vendor counts calls of all wearers
    // together and asks for patience.
    rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 60 * MINUTE_MS, pauseMs: 30 * MINUTE_MS },
    historyMs: HISTORY_MS,

    loginUrl(state, redirectUri) {
      const query = { client_id: client.clientId, redirect_uri: redirectUri, response_type: 'code' };
      return `${host}/v2/oauth2/login?${new URLSearchParams({ ...query, scope: 'offline_access', state })}`;
    },

    connect({ code, redirectUri }, world) {
      const form = { code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return trade(
        host,
        { client, form },
        { ...world, signal: AbortSignal.any([world.signal, AbortSignal.timeout(CONNECT_WITHIN_MS)]) },
      );
    },

    async read(session, since, visit) {
      const ask = visiting(session, visit);
      const now = visit.now();
      let from = Math.max(since, now - HISTORY_MS);
      if (now - from > WINDOW_MS) from = Math.max(from, (firstOf(await ask('dataRange')) ?? now) - 1000);
      const answers: unknown[] = [];
      for (let start = from; start < now; start += WINDOW_MS) {
        const query = { startDate: inUtc(start), endDate: inUtc(Math.min(start + WINDOW_MS, now)) };
        answers.push(await ask(`egvs?${new URLSearchParams(query)}`));
      }
      return toReadings(answers, { since: from, now });
    },
  };
}

/** Decided by status alone: nobody has seen the bodies of these refusals. */
function admitted({ status, json }: { status: number; json: unknown }): unknown {
  if (status === 401 || status === 403)
    throw new SourceError('dexcom-api', 'wrong-login', { cause: `status ${status}` });
  if (status >= 400) throw new SourceError('dexcom-api', 'unreadable', { cause: `status ${status}` });
  return json;
}

/** Whole seconds of UTC without a zone, as the vendor wants them. */
function inUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** A refresh token renews once: whoever comes while it is being renewed waits for the same result. */
function oncePerToken<T>(renew: (token: string, visit: Visit<DexcomApiSession>) => Promise<T>): typeof renew {
  const underWay = new Map<string, Promise<T>>();
  return (token, visit) => {
    const already = underWay.get(token);
    if (already) return already;
    const work = renew(token, visit).finally(() => underWay.delete(token));
    underWay.set(token, work);
    return work;
  };
}
