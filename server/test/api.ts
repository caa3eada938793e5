import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, type ConnectionStatus, signIn, signUp } from '@tealight/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type pino from 'pino';
import { onTestFinished } from 'vitest';
import { limitsOf } from '../src/api/limits.ts';
import { openMetrics } from '../src/api/metrics.ts';
import { type ApiParts, openApi } from '../src/api/open.ts';
import { argonPasswords } from '../src/api/passwords.ts';
import { openLimits } from '../src/limits/limits.ts';
import { openLog } from '../src/log.ts';
import { lettersOfCalls } from '../src/mail/letters.ts';
import { type Letter, NOBODY } from '../src/store/outbox.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { openStory } from '../src/story/story.ts';

/** Argon2id at its cheapest: tests check what is done with a hash, not how long it takes. */
export const cheapPasswords = argonPasswords({ memory: 8, passes: 1, parallelism: 1 });

export const ada = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.org',
  password: 'Analytical1!',
  location: 'GB',
  phoneNumber: null,
};

type Sent = { body?: unknown; query?: Record<string, string>; token?: string; from?: string; agent?: string };

export type TestApi = {
  app: Awaited<ReturnType<typeof openApi>>['app'];
  parts: ApiParts;
  /** Epoch milliseconds; tests move it. */
  clock: { at: number };
  /** Everything that was logged. */
  logged: string[];
  send(call: Pick<Call, 'method' | 'path'>, sent?: Sent): Promise<LightMyRequestResponse>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Letters that wait to be sent, oldest first. */
  letters(): Promise<Letter[]>;
  /** An account that has confirmed its address, and the access token of its first sign-in. */
  signedIn(who?: Partial<typeof ada>): Promise<string>;
  close(): Promise<void>;
};

/** A store for tests to which the engine does not matter. */
export const openInMemory = (): Promise<Store> => openStore({ url: null, file: ':memory:' });

export const noConnection: ConnectionStatus = {
  ...{ status: 'noConnectionSetup', connectionType: 'none', state: 'none', trouble: null, text: null },
  ...{ remedy: null, since: null, lastReadingAt: null, nextTryAt: null },
};

/** A poller with nothing to poll, to whom every login is right. */
export const noPolling: ApiParts['polling'] = {
  connect: async () => {},
  disconnect: async () => {},
  status: async () => noConnection,
  reconnect: async () => false,
  people: async () => [],
  choose: async () => {},
};

const noLog = { info() {}, error() {} };

/** Nobody is connected. */
export const noDevices: ApiParts['devices'] = {
  pairing: {
    ...{ lamp: 'https://tealight.example.org/lamp', feed: '', events: '', glow: '' },
    ...{ mqtt: null, mqttOverWebSocket: null, nightscout: 'https://tealight.example.org' },
  },
  live: async () => 0,
  removed() {},
  cutOff: async () => {},
};

/** The API on this store, with nothing behind it but what a test hands in. */
export async function apiOn(store: Store, more: Partial<ApiParts> = {}): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-api-'));
  const clock = { at: Date.UTC(2026, 10, 20, 12) };
  const logged: string[] = [];
  const parts = partsOf({ store, clock, folder, logged, more });
  const api = await openApi(parts);
  onTestFinished(async () => {
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const { app } = api;
  const send: TestApi['send'] = ({ method, path }, { body, query, token, from = '192.0.2.1', agent } = {}) =>
    app.inject({
      method,
      url: path,
      remoteAddress: from,
      ...(query !== undefined && { query }),
      ...(body !== undefined && { payload: body as object }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(agent !== undefined && { 'user-agent': agent }),
      },
    });
  return {
    ...{ app, parts, clock, logged, send, inject: (options) => app.inject(options) },
    letters: async () =>
      (await store.outbox.claim(100, 0, clock.at))
        .filter(({ recipient }) => recipient !== NOBODY)
        .sort((one, other) => one.id - other.id),
    signedIn: (who) => signedIn(store, send, { ...ada, ...who }),
    close: async () => api[Symbol.asyncDispose](),
  };
}

async function signedIn(store: Store, send: TestApi['send'], who: typeof ada): Promise<string> {
  await send(signUp, { body: who });
  const account = await store.accounts.byEmail(who.email);
  await store.accounts.confirmEmail(account?.id ?? 0, 1);
  const { email, password } = who;
  return (await send(signIn, { body: { email, password } })).json<{ accessToken: string }>().accessToken;
}

type World = {
  store: Store;
  clock: { at: number };
  folder: string;
  logged: string[];
  more: Partial<ApiParts>;
};

function partsOf({ store, clock, folder, logged, more }: World): ApiParts {
  const now = () => clock.at;
  const limits = openLimits({ shared: store.limits, secret: 'a test', log: noLog, now });
  const logger: pino.Logger = openLog('debug', { write: (line: string) => void logged.push(line) });
  return {
    ...{ store, now, logger, log: logger, changes: store.changes, knock: () => {}, evenMs: 0 },
    polling: noPolling,
    readingsFor: async () => ({ data: { unit: 'mg/dL', currentCgmReading: null, previousCgmReading: null } }),
    devices: noDevices,
    story: { ...openStory({ ...store, now }), eraseFor: async () => {} },
    more: async () => ({}),
    ...{ dexcomSignIn: null, medtronic: null },
    letters: lettersOfCalls,
    ...{ passwords: cheapPasswords, ...limitsOf(limits, now), keyFor: limits.keyFor },
    site: {
      links: { terms: '/t', privacy: '/p', deviceSetup: '/d', faq: '/f', contact: '/c', setupGuide: '/s' },
      sources: ['dexcom', 'freeStyleLibre', 'nightScout'],
      publicUrl: 'https://tealight.example.org',
      outboxFolder: join(folder, 'outbox'),
      photoFolder: join(folder, 'photos'),
      photoStore: null,
      webFolder: join(folder, 'web'),
    },
    ...{
      corsOrigins: [],
      trustedProxies: [],
      readiness: { fresh: async () => [], missing: () => [] },
      metrics: openMetrics(),
      metricsAccess: { open: true, token: null },
      version: '0.0.0',
      hasCalls: true,
    },
    ...more,
  };
}

/** The link in a letter, below the public address. */
export function linkIn(letter: Letter | undefined): string {
  const link = letter?.text.match(/https:\/\/tealight\.example\.org(\/api\/\S+)/)?.[1];
  if (link === undefined) throw new Error('This letter has no link of the API');
  return link;
}
