import * as z from 'zod';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { sha1 } from './address.ts';
import { callSite, maxBytesFor, type SiteAccess } from './call-site.ts';
import type { PageSpan } from './pages.ts';
import { type Page, toPage } from './to-readings.ts';

export type SessionV1 = { api: 'v1'; base: string; secretSha1: string | null };

const VerifyAuth = z.object({
  message: z.union([
    z.string(), // very old sites respond only with OK or UNAUTHORIZED
    z.object({ canRead: z.boolean(), message: z.string(), permissions: z.string().optional() }),
  ]),
});
const Status = z.object({ status: z.literal('ok'), settings: z.record(z.string(), z.unknown()) });

/** Verifies that base and secret allow reading a site, with three calls. */
export async function connectV1(
  base: string,
  secret: string | null,
  context: SourceContext,
): Promise<SessionV1> {
  const session: SessionV1 = { api: 'v1', base, secretSha1: secret === null ? null : sha1(secret) };
  const verifyAuth = await callSite(siteAccessV1(session), '/api/v1/verifyauth', context);
  assertReadable(verifyAuth.json, secret !== null);
  const connected = { ...session, base: verifyAuth.base };
  const status = await callSite(siteAccessV1(connected), '/api/v1/status.json', context);
  if (!Status.safeParse(status.json).success) throw new SourceError('nightscout', 'wrong-address');
  await pageV1(connected, { after: 0, until: context.now(), limit: 1 }, context);
  return connected;
}

/** One page of entries, newest first. */
export async function pageV1(
  session: SessionV1,
  { after, until, limit }: PageSpan,
  context: SourceContext,
): Promise<Page & { base: string }> {
  // Without a date the site looks back four days only, and without `.json` it responds with tabs. `entries/sgv.json` is
  // not called: it finds only entries whose type is written exactly so.
  const query = new URLSearchParams({
    'find[date][$gt]': `${Math.floor(after)}`,
    'find[date][$lte]': `${Math.ceil(until)}`,
    count: `${limit}`,
  });
  const { json, base } = await callSite(
    siteAccessV1(session),
    `/api/v1/entries.json?${query}`,
    context,
    maxBytesFor(limit),
  );
  return { ...(await toPage(json, limit)), base };
}

// A wrong secret in the header is refused, a wrong `?token=` is ignored. So tokens are sent in the header too, hashed,
// which every site accepts and which keeps them out of logs on the way.
function siteAccessV1({ base, secretSha1 }: SessionV1): SiteAccess {
  return { base, headers: secretSha1 === null ? {} : { 'api-secret': secretSha1 } };
}

function assertReadable(json: unknown, withSecret: boolean): void {
  const verifyAuth = VerifyAuth.safeParse(json);
  if (!verifyAuth.success) throw new SourceError('nightscout', 'wrong-address', { cause: 'no verifyAuth' });
  const { message } = verifyAuth.data;
  if (typeof message === 'string') {
    if (message === 'OK' || !withSecret) return;
  } else if (message.canRead && (message.message === 'OK' || !withSecret)) return;
  throw new SourceError('nightscout', 'wrong-login', { cause: 'not authorized' });
}
