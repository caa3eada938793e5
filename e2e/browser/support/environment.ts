import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { nightscoutSite } from '../../../simulators/nightscout/nightscout.ts';
import { serve } from '../../../simulators/serve.ts';
import { freePort } from '../../support/free-port.ts';
import { type Database, freshDatabase } from './database.ts';
import { narrowBrowser, twiceTheText } from './layout/layout-faults.ts';
import { startTealight, type Tealight } from './tealight.ts';

export { expect } from '@playwright/test';

/** The simulated Nightscout site of one test. */
export type SimulatedSite = {
  endpoint: string;
  apiSecret: string;
  setScenario: (scenario: string) => Promise<void>;
  measures: (sgv: number, more?: { date?: number; direction?: string }) => Promise<void>;
  /** All readings of the site, as `2026-11-21T03:19:54.985Z 98`. */
  all: () => Promise<string[]>;
};

/** Which database engine is used; set by the Playwright project. */
export type Options = { engine: 'sqlite' | 'postgres' };

/** What each test starts. */
export type Environment = Options & {
  database: Database;
  /** Further environment variables of Tealight, such as the addresses of vendors. */
  environment: Record<string, string>;
  site: SimulatedSite;
  tealight: Tealight;
  /** Opens a page on a phone whose text is twice as large, without what moves. */
  openLargeText: () => Promise<Page>;
  /** Closes what a test has opened beside its page: it would ask a server that has stopped, in the next tests. */
  ownPages: undefined;
};

/** A new Tealight, sensor and browser for each test. */
export const test = base.extend<Environment>({
  engine: ['sqlite', { option: true }],

  database: async ({ engine }, use) => {
    const database = await freshDatabase(engine);
    await use(database);
    await database.drop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: the runner requires a pattern
  site: async ({}, use) => {
    const apiSecret = 'a secret of the site';
    const token = 'reader-0123456789abcdef';
    const served = await serve(nightscoutSite({ secret: apiSecret, token, scenario: 'empty' }));
    const post = async (path: string, body: object) => {
      const init = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      await fetch(`${served.url}/__simulator/${path}`, init);
    };
    await use({
      endpoint: served.url,
      apiSecret,
      setScenario: (scenario) => post('scenario', { scenario }),
      measures: (sgv, more = {}) => post('reading', { sgv, ...more }),
      all: async () => {
        const query = 'find[date][$gt]=1&count=0';
        const answer = await fetch(`${served.url}/api/v1/entries/sgv.json?token=${token}&${query}`);
        const entries = (await answer.json()) as { date: number; sgv: number }[];
        return entries.map(({ date, sgv }) => `${new Date(date).toISOString()} ${sgv}`);
      },
    });
    await served.close();
  },

  environment: {},

  tealight: async ({ database, environment }, use, info) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
    const mqtt = String(await freePort());
    const tealight = await startTealight(dataDir, {
      ...database.environment,
      MQTT_PORT: mqtt,
      RATE_LIMITS: 'off',
      ...environment,
    });
    await use(tealight);
    await tealight.stop();
    if (info.status !== info.expectedStatus)
      await info.attach('what the server said', { body: tealight.said() });
    await rm(dataDir, { recursive: true, force: true });
  },

  openLargeText: async ({ playwright, launchOptions, tealight }, use) => {
    const { width, args } = twiceTheText;
    await using browser = await narrowBrowser({ playwright, launchOptions }, { args });
    const viewport = { width, height: 844 };
    await use(() => browser.newPage({ baseURL: tealight.url, viewport, reducedMotion: 'reduce' }));
  },

  baseURL: async ({ tealight }, use) => use(tealight.url),

  ownPages: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
