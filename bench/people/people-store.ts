import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wearerGlances } from '@tealight/contract';
import { freshDatabase } from '../../e2e/browser/support/database.ts';
import type { PeopleStore } from '../../server/test/bench/people-store.ts';
import { type Launched, launch } from '../support/launch.ts';
import { compared } from '../support/load.ts';
import { atLeast, atMost, figure, median, type Result } from '../support/result.ts';

const program = fileURLToPath(new URL('../../server/test/bench/people-store.ts', import.meta.url));

/** Goals of people.md §6: microseconds that rights may add to the lookup of a session. */
const MORE_US = { sqlite: 5, postgres: 50 } as const;
const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
const MIGRATION_S = 60;
const BYTES_A_FOLLOW = 200;
const GLANCES_MS = 5;
const GLANCES_A_SECOND = 200;
/** A start on many accounts may take this many times the start on an empty store: what one run differs from the next. */
const START_RATIO = 1.15;
const STARTS = 7;
const GLANCES = 300;

type Engine = keyof typeof names;

/** A store with many accounts: lookup, migration, memory, start, and live cards over HTTP. */
export async function peopleStore(engine: Engine, accounts: number): Promise<Result[]> {
  await using left = new AsyncDisposableStack();
  const folder = left.adopt(await mkdtemp(join(tmpdir(), 'tealight-people-')), remove);
  const emptyFolder = left.adopt(await mkdtemp(join(tmpdir(), 'tealight-people-')), remove);
  const database = await freshDatabase(engine);
  left.defer(database.drop);
  const empty = await freshDatabase(engine);
  left.defer(empty.drop);
  const found = await filled(database.environment.DATABASE_URL ?? null, folder, accounts);
  const full = { DATA_DIR: folder, ...database.environment };
  const started = await starts(full, { DATA_DIR: emptyFolder, ...empty.environment });
  const name = names[engine];
  const { lookups, memory, migrationMs, visibleMs } = found;
  const more = { most: MORE_US[engine], unit: 'µs' };
  return [
    figure(`${name}: accounts, wearers, follows`, `${found.accounts}, ${found.wearers}, ${found.follows}`),
    atMost(`${name}: migration of the accounts and wearers`, migrationMs / 1000, {
      most: MIGRATION_S,
      unit: 's',
    }),
    figure(
      `${name}: session found, before families`,
      `${lookups.before.toFixed(1)} µs; with rights ${lookups.own.toFixed(1)} µs, of a followed wearer ${lookups.followed.toFixed(1)} µs`,
    ),
    atMost(`${name}: rights add to the lookup of a session`, lookups.own - lookups.before, more),
    atMost(`${name}: the same, a followed wearer`, lookups.followed - lookups.before, more),
    figure(`${name}: whom an account sees, read in`, `${visibleMs.toFixed(3)} ms`),
    ...(memory === null
      ? []
      : [
          atMost(`${name}: memory of open streams per follow`, memory.bytes / found.follows, {
            most: BYTES_A_FOLLOW,
            unit: 'bytes',
          }),
          figure('  per wearer that an account sees', `${(memory.bytes / memory.seen).toFixed(0)} bytes`),
        ]),
    figure(
      `${name}: start to ready, empty and with all accounts`,
      `${started.empty.toFixed(0)} ms, ${started.full.toFixed(0)} ms`,
    ),
    atMost(`${name}: start with all accounts, times the empty one`, started.ratio, {
      most: START_RATIO,
      unit: '',
    }),
    ...(await glances(full, found.token, name)),
  ];
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true });

async function filled(url: string | null, folder: string, accounts: number): Promise<PeopleStore> {
  const location = JSON.stringify({ url, file: join(folder, 'tealight.db') });
  const child = fork(program, [location, String(accounts)], { execArgv: ['--expose-gc'] });
  const exit = once(child, 'exit');
  const [found] = await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error('The store was not filled'))),
  ]);
  await exit;
  return found;
}

const serverOn = (env: Record<string, string>): Promise<Launched> =>
  launch('server/src/main.ts', {
    env: { PORT: '0', MQTT_PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ROLES: 'api,devices', ...env },
  });

/** Milliseconds from launch to ready, both alternately. */
async function starts(full: Record<string, string>, empty: Record<string, string>) {
  const times = { full: [] as number[], empty: [] as number[] };
  const ready = async (env: Record<string, string>) => {
    await using server = await serverOn(env);
    return server.readyMs;
  };
  // The first starts make the tables, and warm up.
  await ready(empty);
  await ready(full);
  for (let start = 0; start < STARTS; start += 1) {
    times.empty.push(await ready(empty));
    times.full.push(await ready(full));
  }
  const [one, other] = [median(times.full), median(times.empty)];
  return { full: one, empty: other, ratio: one / other };
}

/** The call that gives the live cards of ten wearers, by an account among all others. */
async function glances(env: Record<string, string>, token: string, name: string): Promise<Result[]> {
  await using server = await serverOn(env);
  const url = server.url + wearerGlances.path;
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  let bytes = '';
  for (let time = 0; time < 2 * GLANCES; time += 1) {
    const begun = performance.now();
    bytes = await (await fetch(url, { headers })).text();
    // The first half warms up.
    if (time >= GLANCES) times.push(performance.now() - begun);
  }
  const count = wearerGlances.reply
    .parse(JSON.parse(bytes))
    .glances.filter(({ reading }) => reading !== null).length;
  if (count !== 10) throw new Error(`${count} cards have a reading, not 10`);
  await using bare = await launch('bench/support/bare-route.ts', { args: [bytes] });
  const { one, other, ratio } = await compared({ url, token }, { url: bare.url });
  const p99 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return [
    atMost(`${name}: cards of 10 wearers, one after the other, median`, median(times), {
      most: GLANCES_MS,
      unit: 'ms',
    }),
    figure('  p99', `${p99.toFixed(1)} ms`),
    atLeast(`${name}: cards of 10 wearers`, one, { least: GLANCES_A_SECOND, unit: 'requests a second' }),
    figure(
      '  against a bare route of the same bytes',
      `${ratio.toFixed(3)} (bare route: ${Math.round(other)})`,
    ),
  ];
}
