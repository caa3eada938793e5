import { CLOCK_SKEW_MS, DAY_MS, MINUTE_MS, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import { CONNECT_TIMEOUT_MS, withDeadline } from '../shared/deadline.ts';
import type { Source, SourceContext, VendorSession } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { type Site, toSite } from './address.ts';
import { callSite, NO_SUCH_ROUTE } from './call-site.ts';
import { type Row, SLOT_MS } from './dedupe.ts';
import { nightscout as descriptor } from './descriptor.ts';
import { newerPages, olderPages, type PageSpan } from './pages.ts';
import { toReadings } from './to-readings.ts';
import { connectV1, pageV1, type SessionV1 } from './v1.ts';
import { connectV3, pageV3, type SessionV3, withFreshPassV3 } from './v3.ts';

const Login = z.object({ endpoint: z.string().min(1), apiSecret: z.string() });
export type NightscoutLogin = z.infer<typeof Login>;

const Session = z.discriminatedUnion('api', [
  z.object({ api: z.literal('v1'), base: z.string(), secretSha1: z.string().nullable() }),
  z.object({
    api: z.literal('v3'),
    base: z.string(),
    token: z.string(),
    jwt: z.string(),
    jwtEndsAt: z.number(),
  }),
]);
export type NightscoutSession = z.infer<typeof Session>;

/** Rows a page: some 150 kB with API v1, and as much with v3, which has fewer fields. */
const PAGE_SIZE = { v1: 400, v3: 800 };
/** A history is read in spans, so that no step holds or sorts much. */
const MAX_SPAN_MS = 10 * DAY_MS;

/** A wearer's own Nightscout site. */
export function nightscout(): Source<NightscoutLogin, NightscoutSession> {
  return {
    name: descriptor.name,
    rhythm: descriptor.rhythm,
    historyMs: descriptor.historyMs,
    login: Login,
    session: Session,
    connect,
    read,
  };
}

async function connect(
  { endpoint, apiSecret }: NightscoutLogin,
  context: SourceContext,
): Promise<NightscoutSession> {
  const site = toSite(endpoint, apiSecret);
  if (site === null) throw new SourceError('nightscout', 'wrong-address', { cause: 'not an address' });
  return withDeadline(CONNECT_TIMEOUT_MS, context.signal, (signal) =>
    connectToSite(site, { ...context, signal }),
  );
}

async function connectToSite(site: Site, context: SourceContext): Promise<NightscoutSession> {
  try {
    const base = site.base.startsWith('http:') ? await afterRedirect(site.base, context) : site.base;
    return await connectV1(base, site.secret, context);
  } catch (error) {
    if (!(error instanceof SourceError && error.cause === NO_SUCH_ROUTE)) throw error;
    return connectV3(site.base, site.secret, context);
  }
}

/** Plain http is tried without the secret first: most sites redirect to https. */
async function afterRedirect(base: string, context: SourceContext): Promise<string> {
  return (await callSite({ base, headers: {} }, '/api/v1/verifyauth', context)).base;
}

async function read(
  first: NightscoutSession,
  since: number,
  vendorSession: VendorSession<NightscoutSession>,
) {
  const until = vendorSession.now() + CLOCK_SKEW_MS;
  let session = first;
  const keep = async (renewed: NightscoutSession) => {
    session = renewed;
    await vendorSession.keep(renewed);
  };
  const readings: Reading[] = [];
  let from = Math.max(since, vendorSession.now() - descriptor.historyMs);
  while (from < until) {
    const end = Math.min(until, from + MAX_SPAN_MS);
    const last = readings.at(-1)?.takenAt ?? from;
    const lastTakenAt = last > from - SLOT_MS ? last : from;
    // A little further back, to recognize duplicates of the last reading.
    const span = { after: lastTakenAt - SLOT_MS, until: end, limit: limitFor(session, end - lastTakenAt) };
    const rows = await rowsOf(session, span, { ...vendorSession, keep });
    const { knownTimes } = vendorSession;
    for (const reading of toReadings(rows, { since: lastTakenAt, until: end, knownTimes }))
      readings.push(reading);
    from = end;
  }
  return readings;
}

/** As many rows a page as two uploaders with a reading every minute have, and no more than fit. */
function limitFor({ api }: NightscoutSession, ms: number): number {
  return Math.min(PAGE_SIZE[api], 20 + Math.ceil((2 * ms) / MINUTE_MS));
}

const rowsOf = (
  session: NightscoutSession,
  span: PageSpan,
  vendorSession: VendorSession<NightscoutSession>,
): Promise<Row[]> =>
  session.api === 'v1' ? rowsV1(session, span, vendorSession) : rowsV3(session, span, vendorSession);

async function rowsV1(
  session: SessionV1,
  span: PageSpan,
  vendorSession: VendorSession<NightscoutSession>,
): Promise<Row[]> {
  let current = session;
  return olderPages(span, async (pageSpan) => {
    const page = await pageV1(current, pageSpan, vendorSession);
    if (page.base !== current.base) {
      current = { ...current, base: page.base };
      await vendorSession.keep(current);
    }
    return page;
  });
}

async function rowsV3(
  session: SessionV3,
  span: PageSpan,
  vendorSession: VendorSession<NightscoutSession>,
): Promise<Row[]> {
  const current = await withFreshPassV3(session, vendorSession);
  try {
    return await newerPages(span, (pageSpan) => pageV3(current, pageSpan, vendorSession));
  } catch (error) {
    if (!(error instanceof SourceError && error.errorCode === 'wrong-login')) throw error;
    // The pass is refused before it ends; only a new pass shows whether the token is still valid.
    throw new SourceError('nightscout', 'session-over', { cause: error.cause });
  }
}
