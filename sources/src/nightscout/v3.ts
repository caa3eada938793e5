import * as z from 'zod';
import type { Visit, World } from '../source.ts';
import { LONGEST_TOKEN } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import { isToken } from './address.ts';
import { askSite, bytesFor, type Door } from './ask-site.ts';
import type { Around } from './pages.ts';
import { type Page, toPage } from './to-readings.ts';

/** For sites that offer nothing but the third API, which knows access tokens only. `jwtEndsAt`: epoch ms. */
export type SessionV3 = { api: 'v3'; base: string; token: string; jwt: string; jwtEndsAt: number };

const Version = z.object({ result: z.object({ apiVersion: z.string() }) });
const Grant = z.object({ token: z.string().min(1).max(LONGEST_TOKEN), exp: z.number() });
const Entries = z.object({ result: z.unknown() });

const RENEW_BEFORE_MS = 60_000;

/** Proves that a site speaks the third API and that the token opens it for reading. */
export async function enterV3(base: string, secret: string | null, world: World): Promise<SessionV3> {
  const version = await askSite({ base, headers: {} }, '/api/v3/version', world);
  if (!Version.safeParse(version.json).success) throw new SourceError('nightscout', 'wrong-address');
  if (secret === null || !isToken(secret)) {
    throw new SourceError('nightscout', 'wrong-login', { cause: 'only an access token opens this site' });
  }
  const session = await renewed({ base: version.base, token: secret }, world);
  await pageV3(session, { after: 0, count: 1 }, world);
  return session;
}

/** A session whose pass is good for the visit; a new one is kept before it is used. */
export async function freshV3(session: SessionV3, visit: Visit<SessionV3>): Promise<SessionV3> {
  if (session.jwtEndsAt - visit.now() > RENEW_BEFORE_MS) return session;
  const fresh = await renewed(session, visit);
  await visit.keep(fresh);
  return fresh;
}

/**
 * One page of entries after a moment, oldest first. The third API gives at most 1000 at once, and of two conditions on
 * one field takes the last alone: so there is no end to what is asked for but the number.
 */
export async function pageV3(
  session: SessionV3,
  { after, count }: Pick<Around, 'after' | 'count'>,
  world: World,
): Promise<Page> {
  const query = new URLSearchParams({
    sort: 'date',
    limit: `${count}`,
    date$gt: `${Math.floor(after)}`,
    fields: 'date,dateString,sgv,direction,trend,device,type,isValid',
  });
  const door: Door = { base: session.base, headers: { authorization: `Bearer ${session.jwt}` } };
  const { json } = await askSite(door, `/api/v3/entries?${query}`, world, bytesFor(count / 2));
  const entries = Entries.safeParse(json);
  if (!entries.success) throw new SourceError('nightscout', 'unreadable', { cause: 'no result' });
  return toPage(entries.data.result, count);
}

async function renewed({ base, token }: { base: string; token: string }, world: World): Promise<SessionV3> {
  const path = `/api/v2/authorization/request/${encodeURIComponent(token)}`;
  const grant = Grant.safeParse((await askSite({ base, headers: {} }, path, world)).json);
  if (!grant.success) throw new SourceError('nightscout', 'unreadable', { cause: 'no pass' });
  return { api: 'v3', base, token, jwt: grant.data.token, jwtEndsAt: grant.data.exp * 1000 };
}
