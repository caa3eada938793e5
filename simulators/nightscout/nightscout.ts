import type { SimulatedDay } from '../day.ts';
import { bodyOf, json, page, text } from '../replies.ts';
import type { Handler } from '../serve.ts';
import { isPass, matchesToken, type Principal, passFor, principalOf } from './credentials.ts';
import {
  type Entry,
  entryOf,
  type Filter,
  filtersOf,
  filtersOfV3,
  inTabs,
  isBadFilter,
  projected,
} from './entries.ts';
import { type NightscoutScenario, responseIn } from './scenarios.ts';
import { entriesOf, oldestOf } from './storage.ts';

export type NightscoutOptions = {
  /** The API secret in plain text, at least 12 characters. */
  secret: string;
  /** An access token with the role `readable`, as `name-16hex`. */
  token: string;
  scenario?: NightscoutScenario;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  life?: SimulatedDay;
  /** From the measurement to the moment the site shows it, shortest and longest, in ms. */
  lateMs?: readonly [number, number];
};

type Site = Required<NightscoutOptions> & { added: Entry[]; silentAfter: number };
type Ask = { request: Request; url: URL; path: string; principal: Principal; site: Site };

/**
 * A simulated Nightscout site of release 15, at the root of its host.
 * `POST /__simulator/scenario {"scenario"}` changes its responses; `POST /__simulator/reading {"sgv", "date"?, "direction"?}` adds a
 * reading that shows at once, also one of a clock that is ahead.
 */
export function nightscoutSite(options: NightscoutOptions): Handler {
  const defaults = { scenario: 'well', clock: Date.now, life: { seed: 1 }, lateMs: [3000, 15_000] } as const;
  const site: Site = { ...defaults, ...options, added: [], silentAfter: Number.POSITIVE_INFINITY };
  feel(site, site.scenario);
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/\/{2,}/g, '/');
    if (path.startsWith('/__simulator/')) return changed(site, path, await bodyOf(request));
    const errorCode = await responseIn(site.scenario, request);
    if (errorCode !== null) return errorCode;
    const principal = principalOf(request, { ...site, now: site.clock() });
    return answer({ request, url, path, principal, site });
  };
}

function feel(site: Site, scenario: NightscoutScenario): void {
  site.scenario = scenario;
  site.silentAfter =
    scenario === 'silent' ? site.clock() : scenario === 'empty' ? 0 : Number.POSITIVE_INFINITY;
}

function changed(site: Site, path: string, body: Record<string, unknown>): Response {
  if (path === '/__simulator/scenario') feel(site, body.scenario as NightscoutScenario);
  if (path === '/__simulator/reading') {
    const { sgv, date = site.clock(), direction = 'Flat' } = body;
    site.added.push(entryOf(Number(date), Number(sgv), { direction: String(direction) }));
  }
  return json({ status: 'ok' });
}

const rejection = () => json({ status: 401, message: 'Unauthorized', description: 'Invalid/Missing' }, 401);

function answer(ask: Ask): Response {
  const { path, site } = ask;
  const v1 = path.match(/^\/api\/v[12]\/(entries|status|verifyauth)(\/\w+)?(\.\w+)?$/);
  if (v1?.[1] && site.scenario !== 'only-v3') return firstApi(ask, v1[1], v1[3]);
  if (path.startsWith('/api/v2/authorization/request/')) return pass(ask);
  if (path.startsWith('/api/v3/')) return thirdApi(ask, path.slice('/api/v3/'.length));
  return path === '/' ? page('Nightscout') : page(`Cannot ${ask.request.method} ${path}`, 404);
}

function firstApi(ask: Ask, what: string, extension?: string): Response {
  if (what === 'verifyauth') return json({ status: 200, message: verdict(ask) });
  if (!mayRead(ask)) return rejection();
  if (what === 'status')
    return extension === '.json' || wantsJson(ask) ? json(status(ask)) : page('STATUS OK');
  if (ask.request.method === 'POST') return ask.principal === 'admin' ? json([]) : rejection();
  const filters = [...filtersOf(ask.url.searchParams), ...typeInPath(ask.path)];
  if (filters.some(isBadFilter)) return json({ status: 500, message: 'Mongo Error', description: {} }, 500);
  const asked = ask.url.searchParams.get('count');
  const count = ask.path.includes('/current') ? 1 : Number(asked ?? 10) || Number.POSITIVE_INFINITY;
  const found = stored(ask.site, filters, count);
  return extension === '.json' || wantsJson(ask) ? json(found, 200, dated(found)) : text(inTabs(found));
}

function thirdApi(ask: Ask, what: string): Response {
  const now = ask.site.clock();
  const version = {
    version: '15.0.7',
    apiVersion: '3.0.3-alpha',
    srvDate: now,
    storage: { storage: 'mongodb' },
  };
  if (what === 'version') return json({ status: 200, result: version });
  const bearer = ask.request.headers.get('authorization')?.match(/^bearer (.+)$/i)?.[1];
  if (bearer === undefined) return json({ status: 401, message: 'Missing or bad access token or JWT' }, 401);
  if (!isPass(bearer, { ...ask.site, now }))
    return json({ status: 401, message: 'Bad access token or JWT' }, 401);
  if (what === 'status')
    return json({ status: 200, result: { ...version, apiPermissions: { entries: 'r' } } });
  if (what !== 'entries') return json({ status: 404, message: 'Bad operation or collection' }, 404);
  const limit = Number(ask.url.searchParams.get('limit') ?? 1000);
  if (!(limit >= 1 && limit <= 1000))
    return json({ status: 400, message: 'Parameter limit out of tolerance' }, 400);
  return json({ status: 200, result: searched(ask, limit) });
}

/** Sorted by its date, or, without a word, by its identifier; the simulated site has them by date, too. */
function searched({ site, url: { searchParams } }: Ask, limit: number): object[] {
  const filters = filtersOfV3(searchParams);
  const found = searchParams.has('sort$desc')
    ? stored(site, filters, limit)
    : oldestOf(contentsOf(site), { filters, count: limit, now: site.clock() });
  return found.map((entry) => projected(entry, searchParams.get('fields')));
}

function pass({ path, site }: Ask): Response {
  const given = decodeURIComponent(path.split('/').at(-1) ?? '');
  if (!matchesToken(given, site.token)) return rejection();
  return json({ ...passFor(site.token, site.clock()), permissionGroups: [['*:*:read'], ['*:*:read']] });
}

function verdict({ principal, site }: Ask): object {
  const known = principal === 'admin' || principal === 'reader';
  return {
    canRead: known || (principal === 'anonymous' && site.scenario !== 'denied'),
    canWrite: principal === 'admin',
    isAdmin: principal === 'admin',
    message: known ? 'OK' : 'UNAUTHORIZED',
    rolefound: principal === 'reader' ? 'FOUND' : 'NOTFOUND',
    permissions: principal === 'anonymous' ? 'DEFAULT' : 'ROLE',
  };
}

function status({ site }: Ask): object {
  const now = site.clock();
  const thresholds = { bgHigh: 260, bgTargetTop: 180, bgTargetBottom: 80, bgLow: 55 };
  const roles = site.scenario === 'denied' ? 'denied' : 'readable';
  const settings = {
    units: 'mg/dl',
    timeFormat: 24,
    customTitle: 'Nightscout',
    authDefaultRoles: roles,
    thresholds,
  };
  const name = { status: 'ok', name: 'nightscout', version: '15.0.7' };
  const times = { serverTime: new Date(now).toISOString(), serverTimeEpoch: now };
  return {
    ...name,
    ...times,
    apiEnabled: true,
    settings,
    extendedSettings: {},
    authorized: null,
    runtimeState: 'loaded',
  };
}

const stored = (site: Site, filters: readonly Filter[], count: number): Entry[] =>
  entriesOf(contentsOf(site), { filters, count, now: site.clock() });

const contentsOf = (site: Site) => ({
  ...site,
  twoUploaders: site.scenario === 'two-uploaders',
  odd: site.scenario === 'odd',
  untyped: site.scenario === 'untyped',
  deleted: site.scenario === 'deleted',
});

/**
 * A type in the path is a condition on the database, which takes it as it is written: an entry without a type, or
 * with another spelling of it, is not found. Source: lib/api/entries/index.js, `prepReqModel`.
 */
function typeInPath(path: string): Filter[] {
  const type = path.match(/\/entries\/(sgv|mbg|cal)\b/)?.[1];
  return type ? [{ field: 'type', operator: 'eq', value: type }] : [];
}

function mayRead({ principal, site }: Ask): boolean {
  return (
    principal === 'admin' ||
    principal === 'reader' ||
    (principal === 'anonymous' && site.scenario !== 'denied')
  );
}

function wantsJson({ request }: Ask): boolean {
  return /application\/json/.test(request.headers.get('accept') ?? '');
}

function dated([newest]: readonly Entry[]): Record<string, string> {
  return newest ? { 'last-modified': new Date(newest.date).toUTCString() } : {};
}
