import type { SimulatedDay } from '../day.ts';
import { bodyOf, json, never, page } from '../replies.ts';
import type { Handler } from '../serve.ts';
import { displayMessage } from './messages.ts';
import { type CareLinkScenario, scenarioAnywhere, scenarioMessage } from './scenarios.ts';
import { signInPages } from './sign-in.ts';
import { TokenOffice } from './tokens.ts';

export type CareLinkOptions = {
  username: string;
  password: string;
  /** The region of the account. */
  region?: 'US' | 'EU';
  scenario?: CareLinkScenario;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  life?: SimulatedDay;
  lateMs?: readonly [number, number];
  /** The base path, without a slash at the end. */
  at?: string;
};

type Vendor = Required<CareLinkOptions> & { silentAfter: number; office: TokenOffice; begun: Set<string> };
type Region = 'us' | 'eu';

const HOUR = 60 * 60_000;
const app = 'com.medtronic.carepartner:/sso';
const clients = {
  us: { client_id: 'simulated-us', audience: 'carepartner.patient.us' },
  eu: { client_id: 'simulated-ous', audience: 'carepartner.patient.ous' },
};
const people = [
  { firstName: 'Sam', lastName: 'Example', status: 'ACTIVE', username: 'example.patient' },
  { firstName: 'Kim', lastName: 'Example', status: 'ACTIVE', username: 'example.patient2' },
];

/**
 * A simulated CareLink: discovery, the sign-in pages of both regions with a captcha to click, tokens that rotate,
 * and the display of a day. `POST /__simulator/scenario {"scenario"}` changes its responses, `POST /__simulator/revoke` ends every
 * sign-in.
 */
export function careLinkVendor(options: CareLinkOptions): Handler {
  const life = { seed: 13, utcOffsetMs: HOUR };
  const defaults = {
    scenario: 'well',
    region: 'EU',
    clock: Date.now,
    life,
    lateMs: [4000, 15_000],
    at: '',
  } as const;
  const given = { ...defaults, ...options };
  const more = {
    silentAfter: Number.POSITIVE_INFINITY,
    office: new TokenOffice(given.password),
    begun: new Set<string>(),
  };
  const vendor: Vendor = { ...given, ...more };
  const signIns = { us: signInPagesOf(vendor, 'us'), eu: signInPagesOf(vendor, 'eu') };
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.slice(vendor.at.length);
    if (path.startsWith('/__simulator/')) return change(vendor, path, await bodyOf(request));
    if (vendor.scenario === 'hanging') return never(request.signal);
    const errorCode = scenarioAnywhere(vendor.scenario);
    if (errorCode !== null) return errorCode;
    if (path.startsWith('/connect/')) return discovery(vendor, path, url.origin);
    const [, region = '', rest = ''] = path.match(/^\/(us|eu)(\/.*)$/) ?? [];
    if (region === '') return json({ message: 'Not Found' }, 404);
    if (rest.startsWith('/login/')) return signIns[region as Region](rest.slice('/login'.length), request);
    return rest === '/sso.json'
      ? json(signInDocument(vendor, region as Region, url))
      : data(vendor, rest, request);
  };
}

function signInPagesOf(vendor: Vendor, here: Region) {
  const { office, region, username, password, clock } = vendor;
  const knows = (name: string, typed: string) =>
    region.toLowerCase() === here && name === username && typed === password;
  const who = { knows, username, office, clock, scenario: () => vendor.scenario };
  return signInPages({ registered: { ...clients[here], redirect_uri: app }, ...who });
}

function change(vendor: Vendor, path: string, { scenario }: Record<string, unknown>): Response {
  if (path === '/__simulator/revoke') vendor.office.revoke();
  if (path === '/__simulator/scenario') {
    vendor.scenario = scenario as CareLinkScenario;
    vendor.silentAfter = scenario === 'silent' ? vendor.clock() : Number.POSITIVE_INFINITY;
  }
  return json({});
}

/** Other paths and app versions respond too, and lead to other APIs. */
function discovery({ at, scenario }: Vendor, path: string, origin: string): Response {
  const [, generation, version] =
    path.match(/^\/connect\/carepartner\/v(\d+)\/discover\/android\/(.+)$/) ?? [];
  if (generation !== '13') return json({ message: 'Missing Authentication Token' }, 403);
  const usable = ['3.6', '3.7', '3.8'].includes(version ?? '') && scenario !== 'retired';
  const entry = (region: Region) => ({
    region: region.toUpperCase(),
    Auth0SSOConfiguration: `${origin}${at}/${region}/sso.json`,
    UseSSOConfiguration: 'Auth0SSOConfiguration',
    baseUrlCareLink: `${origin}${at}/${region}/api/carepartner/v2`,
    baseUrlCumulus: `${origin}${at}/${region}/connect/carepartner/v${usable ? 13 : 2}`,
  });
  return json({ config: `android,${version}`, supportedCountries: [], CP: [entry('us'), entry('eu')] });
}

function signInDocument({ at }: Vendor, region: Region, { hostname, port, protocol }: URL) {
  const usual = protocol === 'https:' ? 443 : 80;
  return {
    server: { hostname, port: port === '' ? usual : Number(port), prefix: `${at}/${region}/login`.slice(1) },
    client: { ...clients[region], scope: 'profile openid offline_access', redirect_uri: app },
    system_endpoints: { authorization_endpoint_path: '/authorize', token_endpoint_path: '/oauth/token' },
  };
}

async function data(vendor: Vendor, path: string, request: Request): Promise<Response> {
  if (!request.headers.get('user-agent')) return page('403 ERROR', 403);
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  if (!vendor.office.takes(token, vendor.clock())) {
    return json({ error: { type: 'NoPermission', group: 'AUTH' } }, 401);
  }
  if (path === '/api/carepartner/v2/users/me') return json(account(vendor));
  if (path === '/api/carepartner/v2/links/patients') return json(sharing(vendor.scenario));
  if (path === '/connect/carepartner/v13/display/message')
    return message(vendor, token, await bodyOf(request));
  return json({ message: 'Missing Authentication Token' }, 403);
}

function account({ username, region, scenario }: Vendor) {
  const roles: Partial<Record<CareLinkScenario, string>> = { patient: 'PATIENT', clinician: 'CLINICIAN' };
  const role = `${roles[scenario] ?? 'CARE_PARTNER'}${region === 'US' ? '' : '_OUS'}`;
  return {
    id: '1000001',
    username,
    firstName: 'Robin',
    lastName: 'Example',
    role,
    needToReconsent: scenario === 'terms',
  };
}

function message(vendor: Vendor, token: string, body: Record<string, unknown>): Response {
  const { scenario, username, begun } = vendor;
  const person = sharing(scenario).some((shared) => shared.username === body.patientId);
  if (body.username !== username) return json({ message: 'Bad Request' }, 400);
  if (scenario !== 'patient' && !person) return json({ message: 'Bad Request' }, 400);
  if (scenario === 'fresh' && !begun.has(token)) {
    begun.add(token);
    return json({ message: 'Internal server error' }, 500);
  }
  return scenarioMessage(scenario) ?? json(displayMessage({ ...vendor, now: vendor.clock() }));
}

function sharing(scenario: CareLinkScenario): typeof people {
  if (scenario === 'unshared') return [];
  if (scenario === 'several') return people;
  return scenario === 'gone' ? people.slice(1) : people.slice(0, 1);
}
