import { MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod';
import { MAX_TOKEN_LENGTH } from '../shared/length-limits.ts';
import type { SourceContext, VendorSession } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { isToken } from './address.ts';
import { callSite, maxBytesFor, type SiteAccess } from './call-site.ts';
import type { PageSpan } from './pages.ts';
import { type Page, toPage } from './to-readings.ts';

/** For sites with API v3 alone, which takes access tokens only. `jwtEndsAt`: epoch ms. */
export type SessionV3 = { api: 'v3'; base: string; token: string; jwt: string; jwtEndsAt: number };

const Version = z.object({ result: z.object({ apiVersion: z.string() }) });
const Grant = z.object({ token: z.string().min(1).max(MAX_TOKEN_LENGTH), exp: z.number() });
const Entries = z.object({ result: z.unknown() });

const RENEW_BEFORE_MS = MINUTE_MS;

/** Verifies that a site has API v3 and that the token allows reading it. */
export async function connectV3(
  base: string,
  secret: string | null,
  context: SourceContext,
): Promise<SessionV3> {
  const version = await callSite({ base, headers: {} }, '/api/v3/version', context);
  if (!Version.safeParse(version.json).success) throw new SourceError('nightscout', 'wrong-address');
  if (secret === null || !isToken(secret)) {
    throw new SourceError('nightscout', 'wrong-login', { cause: 'this site takes access tokens only' });
  }
  const session = await renewed({ base: version.base, token: secret }, context);
  await pageV3(session, { after: 0, limit: 1 }, context);
  return session;
}

/** A session whose pass is valid for the next calls; a new one is saved before it is used. */
export async function withFreshPassV3(
  session: SessionV3,
  vendorSession: VendorSession<SessionV3>,
): Promise<SessionV3> {
  if (session.jwtEndsAt - vendorSession.now() > RENEW_BEFORE_MS) return session;
  const fresh = await renewed(session, vendorSession);
  await vendorSession.keep(fresh);
  return fresh;
}

/**
 * One page of entries after a moment, oldest first. API v3 returns at most 1000 at once, and of two conditions on one
 * field uses the last alone: so only the number limits a page.
 */
export async function pageV3(
  session: SessionV3,
  { after, limit }: Pick<PageSpan, 'after' | 'limit'>,
  context: SourceContext,
): Promise<Page> {
  const query = new URLSearchParams({
    sort: 'date',
    limit: `${limit}`,
    date$gt: `${Math.floor(after)}`,
    fields: 'date,dateString,sgv,direction,trend,device,type,isValid',
  });
  const siteAccess: SiteAccess = { base: session.base, headers: { authorization: `Bearer ${session.jwt}` } };
  const { json } = await callSite(siteAccess, `/api/v3/entries?${query}`, context, maxBytesFor(limit / 2));
  const entries = Entries.safeParse(json);
  if (!entries.success) throw new SourceError('nightscout', 'unreadable', { cause: 'no result' });
  return toPage(entries.data.result, limit);
}

async function renewed(
  { base, token }: { base: string; token: string },
  context: SourceContext,
): Promise<SessionV3> {
  const path = `/api/v2/authorization/request/${encodeURIComponent(token)}`;
  const grant = Grant.safeParse((await callSite({ base, headers: {} }, path, context)).json);
  if (!grant.success) throw new SourceError('nightscout', 'unreadable', { cause: 'no pass' });
  return { api: 'v3', base, token, jwt: grant.data.token, jwtEndsAt: grant.data.exp * 1000 };
}
