import { createHash } from 'node:crypto';
import type { SimulatedDay } from '../day.ts';
import { bodyOf, json, never, page } from '../replies.ts';
import type { Handler } from '../serve.ts';
import { shownBetween } from './rows.ts';
import { type DexcomShareScenario, fault, scenarioReadings, scenarioSignIn } from './scenarios.ts';

/** Someone who wears a Dexcom and shares. */
export type DexcomAccount = { username: string; password: string; life?: SimulatedDay };

export type DexcomShareOptions = {
  accounts: readonly DexcomAccount[];
  /** Japan's host has other application ids. */
  region?: 'us' | 'ous' | 'jp';
  scenario?: DexcomShareScenario;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  /** From the measurement to the moment Share shows it, shortest and longest, in ms. */
  lateMs?: readonly [number, number];
};

type Vendor = Required<DexcomShareOptions> & {
  sessions: Map<string, DexcomAccount>;
  failures: Map<string, number[]>;
  silentAfter: number;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** This many failed sign-ins within this time lock an account for the same time. */
const MAX_FAILURES = 5;
const LOCK_MS = 10 * MINUTE;

const applications = {
  us: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  ous: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  jp: 'd8665ade-9673-4e27-9ff6-92db4ce13d13',
};

/**
 * One region of a simulated Dexcom Share.
 * `POST /__simulator/scenario {"scenario"}` changes its responses, `POST /__simulator/forget` ends every session.
 */
export function dexcomShareVendor(options: DexcomShareOptions): Handler {
  const defaults = { region: 'us', scenario: 'well', clock: Date.now, lateMs: [12_000, 30_000] } as const;
  const memory = { sessions: new Map(), failures: new Map(), silentAfter: Number.POSITIVE_INFINITY };
  const vendor: Vendor = { ...defaults, ...options, ...memory };
  feel(vendor, vendor.scenario);
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname === '/__simulator/scenario')
      feel(vendor, (await bodyOf(request)).scenario as DexcomShareScenario);
    if (url.pathname === '/__simulator/forget') vendor.sessions.clear();
    if (url.pathname.startsWith('/__simulator/')) return json({});
    if (vendor.scenario === 'hanging') return never(request.signal);
    const call = url.pathname.match(/^\/ShareWebServices\/Services\/\w+\/(\w+)$/)?.[1];
    if (call === 'ReadPublisherLatestGlucoseValues')
      return scenarioReadings(vendor.scenario) ?? readings(vendor, url);
    if (call === undefined || request.method !== 'POST') return page('Not Found', 404);
    return scenarioSignIn(vendor.scenario) ?? signIn(vendor, call, await bodyOf(request));
  };
}

function feel(vendor: Vendor, scenario: DexcomShareScenario): void {
  vendor.scenario = scenario;
  vendor.silentAfter =
    scenario === 'silent' ? vendor.clock() : scenario === 'unshared' ? 0 : Number.POSITIVE_INFINITY;
}

function signIn(vendor: Vendor, call: string, body: Record<string, unknown>): Response {
  const { accountName, accountId, password, applicationId } = body;
  const name = String(accountName ?? accountId ?? '');
  if (name === '') return fault('InvalidArgument', 'accountName cannot be null or empty');
  if (!password) return fault('InvalidArgument', 'password cannot be null or empty');
  if (isLocked(vendor, name)) return fault('SSO_AuthenticateMaxAttemptsExceeded', 'Too many attempts');
  const account = vendor.accounts.find(
    (one) => one.username === accountName || idOf('account', one.username) === accountId,
  );
  if (account?.password !== password || applicationId !== applications[vendor.region]) {
    vendor.failures.set(name, [...(vendor.failures.get(name) ?? []), vendor.clock()]);
    return fault('AccountPasswordInvalid', 'Publisher account password failed');
  }
  vendor.failures.delete(name);
  if (call === 'AuthenticatePublisherAccount') return json(idOf('account', account.username));
  // The former one-step sign-in does not accept newer accounts.
  return json(call === 'LoginPublisherAccountById' ? opened(vendor, account) : NOBODY);
}

function opened(vendor: Vendor, account: DexcomAccount): string {
  const session = idOf('session', `${account.username} ${vendor.clock()} ${vendor.sessions.size}`);
  vendor.sessions.set(session, account);
  return session;
}

function readings(vendor: Vendor, { searchParams }: URL): Response {
  const lower = new Map([...searchParams].map(([key, value]) => [key.toLowerCase(), value]));
  const session = lower.get('sessionid') ?? '';
  if (!/^[0-9a-f-]{36}$/.test(session)) return fault('InvalidArgument', 'Invalid UUID string');
  const account = vendor.sessions.get(session);
  if (account === undefined)
    return fault('SessionIdNotFound', `Failed to find session object. [SessionId = ${session}]`);
  const now = vendor.clock();
  const minutes = Math.min(1440, Number(lower.get('minutes') ?? 0));
  const count = Math.min(288, Number(lower.get('maxcount') ?? 0));
  const span = {
    from: Math.max(now - minutes * MINUTE, now - DAY),
    to: Math.min(now, vendor.silentAfter),
    now,
  };
  return json(shownBetween(span, { ...vendor, life: account.life ?? { seed: 5 } }).slice(0, count));
}

function isLocked({ failures, clock }: Vendor, name: string): boolean {
  const recent = (failures.get(name) ?? []).filter((at) => clock() - at < LOCK_MS);
  return recent.length >= MAX_FAILURES;
}

function idOf(kind: string, of: string): string {
  const hex = createHash('sha256').update(`${kind} ${of}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
