import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { within } from '../deadline.ts';
import type { Source, Visit, World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { type Site, toSite } from './address.ts';
import { askSite, NO_SUCH_ROUTE } from './ask-site.ts';
import { type Around, allPages, pagesOnward } from './pages.ts';
import { toReadings } from './to-readings.ts';
import { type Row, SLOT_MS } from './twins.ts';
import { enterV1, pageV1, type SessionV1 } from './v1.ts';
import { enterV3, freshV3, pageV3, type SessionV3 } from './v3.ts';

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

const DAY_MS = 24 * 60 * 60_000;
const HISTORY_MS = 90 * DAY_MS;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;
/** Clocks of phones run ahead a little; what claims to come from further ahead is an error. */
const AHEAD_MS = 5 * 60_000;
/** Rows a page: some 150 kB by the first API, and as much by the third, which tells less of each. */
const PAGE = { v1: 400, v3: 800 };
/** A history is read in stretches, so that no step has much to hold or to sort. */
const STRETCH_MS = 10 * DAY_MS;

/** A wearer's own Nightscout site. */
export function nightscout(): Source<NightscoutLogin, NightscoutSession> {
  return {
    name: 'nightscout',
    login: Login,
    session: Session,
    // Uploaders need 3 to 15 seconds; the site is the wearer's own and names no limit.
    rhythm: { everyMs: 5 * 60_000, visibleAfterMs: 8_000, pauseMs: 5_000 },
    historyMs: HISTORY_MS,
    connect,
    read,
  };
}

async function connect({ endpoint, apiSecret }: NightscoutLogin, world: World): Promise<NightscoutSession> {
  const site = toSite(endpoint, apiSecret);
  if (site === null) throw new SourceError('nightscout', 'wrong-address', { cause: 'not an address' });
  return within(CONNECT_WITHIN_MS, world.signal, (signal) => enter(site, { ...world, signal }));
}

async function enter(site: Site, world: World): Promise<NightscoutSession> {
  try {
    const base = site.base.startsWith('http:') ? await upgraded(site.base, world) : site.base;
    return await enterV1(base, site.secret, world);
  } catch (error) {
    if (!(error instanceof SourceError && error.cause === NO_SUCH_ROUTE)) throw error;
    return enterV3(site.base, site.secret, world);
  }
}

/** Plain http is asked without the secret first: most sites answer with a redirect to https. */
async function upgraded(base: string, world: World): Promise<string> {
  return (await askSite({ base, headers: {} }, '/api/v1/verifyauth', world)).base;
}

async function read(first: NightscoutSession, since: number, visit: Visit<NightscoutSession>) {
  const until = visit.now() + AHEAD_MS;
  let session = first;
  const keep = async (renewed: NightscoutSession) => {
    session = renewed;
    await visit.keep(renewed);
  };
  const readings: Reading[] = [];
  let from = Math.max(since, visit.now() - HISTORY_MS);
  while (from < until) {
    const end = Math.min(until, from + STRETCH_MS);
    const last = readings.at(-1)?.takenAt ?? from;
    const known = last > from - SLOT_MS ? last : from;
    // A little further back, to recognise the twins of the reading that is known already.
    const span = { after: known - SLOT_MS, until: end, count: countFor(session, end - known) };
    const rows = await rowsOf(session, span, { ...visit, keep });
    for (const reading of toReadings(rows, { since: known, until: end })) readings.push(reading);
    from = end;
  }
  return readings;
}

/** As many rows a page as two uploaders would give that tell a reading every minute, and no more than fit. */
function countFor({ api }: NightscoutSession, ms: number): number {
  return Math.min(PAGE[api], 20 + Math.ceil((2 * ms) / 60_000));
}

const rowsOf = (session: NightscoutSession, span: Around, visit: Visit<NightscoutSession>): Promise<Row[]> =>
  session.api === 'v1' ? rowsV1(session, span, visit) : rowsV3(session, span, visit);

async function rowsV1(session: SessionV1, span: Around, visit: Visit<NightscoutSession>): Promise<Row[]> {
  let current = session;
  return allPages(span, async (around) => {
    const page = await pageV1(current, around, visit);
    if (page.base !== current.base) {
      current = { ...current, base: page.base };
      await visit.keep(current);
    }
    return page;
  });
}

async function rowsV3(session: SessionV3, span: Around, visit: Visit<NightscoutSession>): Promise<Row[]> {
  const current = await freshV3(session, visit);
  try {
    return await pagesOnward(span, (around) => pageV3(current, around, visit));
  } catch (error) {
    if (!(error instanceof SourceError && error.trouble === 'wrong-login')) throw error;
    // The pass is refused before its time; whether the token still opens the site, only a new pass can tell.
    throw new SourceError('nightscout', 'session-over', { cause: error.cause });
  }
}
