import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, noConnection, shareScheme, signIn, signUp, wearerHeader } from '@tealight/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type pino from 'pino';
import { onTestFinished } from 'vitest';
import { type ApiDependencies, openApi } from '../src/http-server.ts';
import { openLimits } from '../src/limits/limits.ts';
import { mailTemplates } from '../src/mail/templates.ts';
import { openMetrics } from '../src/metrics/metrics.ts';
import { limitsOf } from '../src/routes/limits.ts';
import { argonPasswords } from '../src/routes/passwords/password-hash.ts';
import { openLog } from '../src/shared/log.ts';
import { openStatistics } from '../src/statistics/statistics.ts';
import { NOBODY, type OutboxMail } from '../src/store/mail/outbox.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { noDelivery } from './alarms/test-delivery.ts';

/** What the doctor and the server of these tests share. */
export const DOCTOR_SECRET = 'a secret key of tests with 32 characters';

/** Argon2id with the lowest cost: tests check how hashes are used, not how long they take. */
export const cheapPasswords = argonPasswords({ memory: 8, passes: 1, parallelism: 1 });

export const ada = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.org',
  password: 'Analytical1!',
  location: 'GB',
  phoneNumber: null,
};

type RequestOptions = {
  body?: unknown;
  query?: Record<string, string>;
  token?: string;
  /** The public id of the wearer whom the call is about. */
  wearer?: string | undefined;
  /** The secret of a share link, in place of a token. */
  share?: string;
  from?: string;
  agent?: string;
};

export type TestApi = {
  app: Awaited<ReturnType<typeof openApi>>['app'];
  dependencies: ApiDependencies;
  /** Epoch milliseconds; tests change it. */
  clock: { at: number };
  /** All log entries. */
  logged: string[];
  send(call: Pick<Call, 'method' | 'path'>, options?: RequestOptions): Promise<LightMyRequestResponse>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** The emails in the outbox, oldest first. */
  queuedMails(): Promise<OutboxMail[]>;
  /** Creates an account with a confirmed address, and returns the access token of its first sign-in. */
  signedIn(person?: Partial<typeof ada>): Promise<string>;
  close(): Promise<void>;
};

/** A store for tests that do not depend on the engine. */
export const openInMemory = (): Promise<Store> => openStore({ url: null, file: ':memory:' });

/** A poller that accepts every login and polls nothing. */
export const noPolling: ApiDependencies['polling'] = {
  connect: async () => {},
  disconnect: async () => {},
  status: async () => noConnection,
  statuses: async (wearerIds) => wearerIds.map(() => noConnection),
  reconnect: async () => false,
  checkNow: async () => true,
  people: async () => [],
  choose: async () => {},
};

/** A poller that cannot end a connection. */
export const failingDisconnect: ApiDependencies['polling'] = {
  ...noPolling,
  disconnect: async () => {
    throw new Error('The database did not answer in time');
  },
};

const noLog = { info() {}, warn() {}, error() {} };

/** No device is connected. */
export const noDevices: ApiDependencies['devices'] = {
  pairing: {
    lamp: 'https://tealight.example.org/lamp',
    feed: '',
    events: '',
    glow: '',
    mqtt: null,
    mqttOverWebSocket: null,
    nightscout: 'https://tealight.example.org',
  },
  canAnnounceHome: false,
  live: async () => 0,
  removed() {},
  disconnectCode: async () => {},
};

/** The API with this store, and with fakes for everything that a test does not pass. */
export async function apiOn(store: Store, overrides: Partial<ApiDependencies> = {}): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-api-'));
  const clock = { at: Date.UTC(2026, 10, 20, 12) };
  const logged: string[] = [];
  const dependencies = dependenciesOf({ store, clock, folder, logged, overrides });
  const api = await openApi(dependencies);
  onTestFinished(async () => {
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const { app } = api;
  const send: TestApi['send'] = (
    { method, path },
    { body, query, token, wearer, share, from = '192.0.2.1', agent } = {},
  ) =>
    app.inject({
      method,
      url: path,
      remoteAddress: from,
      ...(query !== undefined && { query }),
      ...(body !== undefined && { payload: body as object }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(share !== undefined && { authorization: `${shareScheme} ${share}` }),
        ...(wearer !== undefined && { [wearerHeader]: wearer }),
        ...(agent !== undefined && { 'user-agent': agent }),
      },
    });
  return {
    app,
    dependencies,
    clock,
    logged,
    send,
    inject: (options) => app.inject(options),
    queuedMails: async () =>
      (await store.outbox.claim(100, 0, clock.at))
        .filter(({ recipient }) => recipient !== NOBODY)
        .sort((one, other) => one.id - other.id),
    signedIn: (person) => signUpAndIn(store, send, { ...ada, ...person }),
    close: async () => api[Symbol.asyncDispose](),
  };
}

async function signUpAndIn(store: Store, send: TestApi['send'], person: typeof ada): Promise<string> {
  await send(signUp, { body: person });
  const account = await store.accounts.byEmail(person.email);
  await store.accounts.confirmEmail(account?.id ?? 0, 1);
  const { email, password } = person;
  return (await send(signIn, { body: { email, password } })).json<{ accessToken: string }>().accessToken;
}

type TestContext = {
  store: Store;
  clock: { at: number };
  folder: string;
  logged: string[];
  overrides: Partial<ApiDependencies>;
};

function dependenciesOf({ store, clock, folder, logged, overrides }: TestContext): ApiDependencies {
  const now = () => clock.at;
  const limits = openLimits({ shared: store.limits, secret: 'a test', log: noLog, now });
  const logger: pino.Logger = openLog('debug', { write: (line: string) => void logged.push(line) });
  return {
    store,
    now,
    logger,
    log: logger,
    changes: store.changes,
    flushOutbox: () => {},
    evenMs: 0,
    polling: noPolling,
    readingsFor: async () => ({ data: { unit: 'mg/dL', currentCgmReading: null, previousCgmReading: null } }),
    devices: noDevices,
    statistics: { ...openStatistics({ ...store, isShared: false, now }), eraseFor: async () => {} },
    delivery: noDelivery,
    simulatedSite: null,
    delayOf: () => ({ everyMs: 300_000, visibleAfterMs: 10_000 }),
    more: async () => ({}),
    dexcomSignIn: null,
    medtronic: null,
    templates: mailTemplates,
    passwords: cheapPasswords,
    ...limitsOf(limits, now),
    keyFor: limits.keyFor,
    site: {
      links: { terms: '/t', privacy: '/p', deviceSetup: '/d', faq: '/f', contact: '/c', setupGuide: '/s' },
      sources: ['dexcom', 'freeStyleLibre', 'nightScout'],
      publicUrl: 'https://tealight.example.org',
      outboxFolder: join(folder, 'outbox'),
      photoFolder: join(folder, 'photos'),
      photoStore: null,
      webFolder: join(folder, 'web'),
    },
    corsOrigins: [],
    trustedProxies: [],
    readiness: { fresh: async () => [], missing: () => [], warnings: () => [] },
    doctorSecret: DOCTOR_SECRET,
    metrics: openMetrics(),
    metricsAccess: { open: true, token: null },
    version: '0.0.0',
    hasCalls: true,
    ...overrides,
  };
}

/** The path of the API link in an email. */
export function linkIn(mail: OutboxMail | undefined): string {
  const link = mail?.text.match(/https:\/\/tealight\.example\.org(\/api\/\S+)/)?.[1];
  if (link === undefined) throw new Error('This email has no link of the API');
  return link;
}
