import { createHash } from 'node:crypto';
import type { SimulatedDay } from '../day.ts';
import { bodyOf, json, never, page, text } from '../replies.ts';
import type { Handler } from '../serve.ts';
import { dataRange, egvs, type Records } from './records.ts';
import { type DexcomApiScenario, scenarioData, scenarioToken } from './scenarios.ts';

export type DexcomApiOptions = {
  clientId: string;
  clientSecret: string;
  scenario?: DexcomApiScenario;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  life?: SimulatedDay;
  /** From the measurement to its release: one hour in the US, three elsewhere. */
  delayMs?: number;
};

type Vendor = Required<DexcomApiOptions> & {
  /** Valid codes (for a minute) and refresh tokens (for a year), with their expiry. */
  tradable: Map<string, { until: number; redirectUri: string | null }>;
  access: Map<string, number>;
  given: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A simulated region of Dexcom's API: the sign-in page, tokens that rotate, delayed readings in windows of 30 days.
 * `POST /__simulator/scenario {"scenario"}` changes its responses, `POST /__simulator/revoke` withdraws every token.
 */
export function dexcomApiVendor(options: DexcomApiOptions): Handler {
  const defaults = { scenario: 'well', clock: Date.now, life: { seed: 5 }, delayMs: HOUR } as const;
  const vendor: Vendor = { ...defaults, ...options, tradable: new Map(), access: new Map(), given: 0 };
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname === '/__simulator/scenario')
      vendor.scenario = (await bodyOf(request)).scenario as DexcomApiScenario;
    if (url.pathname === '/__simulator/revoke')
      for (const kind of [vendor.tradable, vendor.access]) kind.clear();
    if (url.pathname.startsWith('/__simulator/')) return json({});
    if (vendor.scenario === 'hanging') return never(request.signal);
    if (url.pathname === '/v2/oauth2/login') return signInPage(vendor, url);
    if (url.pathname === '/v2/oauth2/login/answer') return sentBack(vendor, url.searchParams);
    if (url.pathname === '/v2/oauth2/token')
      return scenarioToken(vendor.scenario) ?? token(vendor, await formOf(request));
    return scenarioData(vendor.scenario) ?? data(vendor, request, url);
  };
}

function signInPage({ clientId }: Vendor, url: URL): Response {
  const query = url.searchParams;
  if (
    query.get('client_id') !== clientId ||
    query.get('response_type') !== 'code' ||
    !query.get('redirect_uri')
  ) {
    return page('invalid_request', 400);
  }
  const answer = (yes: boolean) =>
    `login/answer?${new URLSearchParams({ ...Object.fromEntries(query), yes: `${yes}` })}`;
  const link = (name: string, yes: boolean) =>
    `<p><a href="${answer(yes).replaceAll('&', '&amp;')}">${name}</a></p>`;
  return text(
    `<!DOCTYPE html><title>Dexcom</title><h1>Share your data?</h1>${link('Authorize', true)}${link('Deny', false)}`,
    {
      type: 'text/html',
    },
  );
}

function sentBack(vendor: Vendor, query: URLSearchParams): Response {
  const redirectUri = query.get('redirect_uri') ?? '';
  const to = new URL(redirectUri);
  if (query.get('yes') === 'true') to.searchParams.set('code', codeFor(vendor, redirectUri));
  else to.searchParams.set('error', 'access_denied');
  to.searchParams.set('state', query.get('state') ?? '');
  return new Response(null, { status: 302, headers: { location: to.href } });
}

function codeFor(vendor: Vendor, redirectUri: string): string {
  const code = made(vendor, 'code');
  vendor.tradable.set(code, { until: vendor.clock() + MINUTE, redirectUri });
  return code;
}

function token(vendor: Vendor, form: URLSearchParams): Response {
  if (form.get('client_id') !== vendor.clientId || form.get('client_secret') !== vendor.clientSecret) {
    return json({ error: 'invalid_client' }, 401);
  }
  const code = form.get('grant_type') === 'authorization_code';
  const given = form.get(code ? 'code' : 'refresh_token') ?? '';
  const kept = vendor.tradable.get(given);
  if (kept === undefined || kept.until < vendor.clock()) return json({ error: 'invalid_grant' }, 400);
  if (code && kept.redirectUri !== form.get('redirect_uri')) return json({ error: 'invalid_request' }, 400);
  vendor.tradable.delete(given); // spent
  const access = made(vendor, 'access');
  const refresh = made(vendor, 'refresh');
  vendor.access.set(access, vendor.clock() + 2 * HOUR);
  vendor.tradable.set(refresh, { until: vendor.clock() + 365 * DAY, redirectUri: null });
  return json({ access_token: access, expires_in: 7200, token_type: 'Bearer', refresh_token: refresh });
}

function data(vendor: Vendor, request: Request, { pathname, searchParams }: URL): Response {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  const now = vendor.clock();
  if ((vendor.access.get(bearer) ?? 0) <= now)
    return json({ fault: { faultstring: 'Invalid access token' } }, 401);
  const records: Records = { ...vendor, now };
  if (pathname === '/v3/users/self/dataRange') return json(dataRange(records));
  if (pathname !== '/v3/users/self/egvs') return json({ errors: ['not found'] }, 404);
  const [from, to] = ['startDate', 'endDate'].map((name) => inUtc(searchParams.get(name) ?? ''));
  const bad = from === undefined || to === undefined || !(to >= from) || to - from > 30 * DAY;
  return bad ? json({ errors: ['bad dates'] }, 400) : json(egvs(records, { from, to }));
}

/** Whole seconds without a zone; anything else is not a number. */
function inUtc(date: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(date) ? Date.parse(`${date}Z`) : Number.NaN;
}

async function formOf(request: Request): Promise<URLSearchParams> {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? await request.text() : '');
}

function made(vendor: Vendor, kind: string): string {
  vendor.given += 1;
  return createHash('sha256')
    .update(`${kind} ${vendor.clientSecret} ${vendor.clock()} ${vendor.given}`)
    .digest('base64url');
}
