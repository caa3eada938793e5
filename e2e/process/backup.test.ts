import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { checkNow, currentUser, updateProfile } from '@tealight/contract';
import pg from 'pg';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  accessToken,
  connectedWearer,
  send,
  type Wearer,
  wearerOf,
} from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { startTealight, type Tealight } from '../browser/support/tealight.ts';
import { type AlarmSite, alarmSite } from '../support/alarm-site.ts';
import { type Environment, newFolder, pathIn, root, run } from '../support/backup/operator-commands.ts';
import { freePort } from '../support/free-port.ts';

const hasPostgres = await postgresAnswers();
type Engine = 'sqlite' | 'postgres';

const PASSPHRASE = 'a passphrase of the operator';

/** The environment of an installation with an empty store. */
async function installation(engine: Engine): Promise<Environment> {
  const database = await freshDatabase(engine);
  onTestFinished(database.drop);
  return { DATA_DIR: join(await newFolder(), 'data'), ...database.environment };
}

async function started({ DATA_DIR = '', ...environment }: Environment): Promise<Tealight> {
  const tealight = await startTealight(DATA_DIR, {
    MQTT_PORT: String(await freePort()),
    RATE_LIMITS: 'off',
    ...environment,
  });
  onTestFinished(tealight.kill);
  return tealight;
}

async function query(
  { DATA_DIR = '', DATABASE_URL }: Environment,
  sql: string,
): Promise<Record<string, unknown>[]> {
  if (DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(DATA_DIR, 'tealight.db'), { readOnly: true, timeout: 5000 });
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const readingsOf = async (environment: Environment, wearerId: number) =>
  (
    await query(
      environment,
      `select taken_at, mgdl from readings where wearer_id = ${wearerId} order by taken_at`,
    )
  ).map(({ taken_at, mgdl }) => [Number(taken_at), Number(mgdl)]);

/** Stores readings of a wearer, 1, 2, 3 …, as fast as it can beside the server, until it is killed. */
async function writer({ DATA_DIR = '', DATABASE_URL }: Environment) {
  const location = { url: DATABASE_URL ?? null, file: join(DATA_DIR, 'tealight.db') };
  const child: ChildProcess = spawn(
    process.execPath,
    ['server/test/inserting.ts', JSON.stringify(location)],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  let [wearerId, last] = [0, 0];
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    [wearerId = 0, last = 0] = line.split(' ').map(Number);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(() => expect(last).toBeGreaterThan(100));
  return {
    last: () => last,
    wearerId: () => wearerId,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function uploadPhoto({ url }: Tealight, { token, firstName, lastName }: Wearer): Promise<void> {
  const create = { width: 300, height: 200, channels: 3, background: 'teal' } as const;
  const form = new FormData();
  for (const [name, value] of Object.entries({ firstName, lastName, location: 'US' })) form.set(name, value);
  const content = await sharp({ create }).jpeg().toBuffer();
  form.set('photo', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), 'me.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + updateProfile.path, { method: updateProfile.method, headers, body: form });
  expect(answer.status, await answer.text()).toBe(200);
}

/** The profile without the server's address, and the bytes of both photos. */
async function profile({ url }: Tealight, token: string) {
  const answer = await fetch(url + currentUser.path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const { originalPhoto, resizedPhoto } = JSON.parse(text) as Record<string, string>;
  const photos = await Promise.all(
    [originalPhoto, resizedPhoto].map(async (given) => {
      const photo = await fetch(url + new URL(given ?? '', url).pathname);
      expect(photo.status).toBe(200);
      return Buffer.from(await photo.arrayBuffer());
    }),
  );
  return { text: text.replaceAll(/http:\/\/[^/"]+/g, ''), photos };
}

/** A wearer with a photo, who is connected to a site and has three readings of it. */
async function arrivedWearer(tealight: Tealight, environment: Environment, site: AlarmSite): Promise<Wearer> {
  for (const [at, mgdl] of [101, 102, 103].entries()) await site.measures(mgdl, 1000 - at * 300);
  const ada = await connectedWearer(tealight.url, site.login);
  await uploadPhoto(tealight, ada);
  await vi.waitFor(async () => expect(await readingsOf(environment, 1)).toHaveLength(3));
  return ada;
}

/** The restored server is used like the one before: by the same sign-in, with the same photos and logins of vendors. */
async function expectSameService(tealight: Tealight, environment: Environment, ada: Wearer, site: AlarmSite) {
  const token = await accessToken(tealight.url, ada);
  await site.measures(177);
  await vi.waitFor(async () => {
    await send(tealight.url + checkNow.path, {}, token).catch(() => {});
    const readings = await readingsOf(environment, 1);
    expect(readings.slice(0, 3).map(([, mgdl]) => mgdl)).toEqual([101, 102, 103]);
    expect(readings.at(-1)?.[1]).toBe(177);
  });
  // A new account gets an id that nobody has had.
  await wearerOf(tealight.url);
  expect(tealight.said()).not.toMatch(/secret-key-lost|key-rotation-failed/);
}

// How rows are copied from each store into each is tested in server/src/store/transfer.
const ways: [Engine, Engine, Environment][] = hasPostgres
  ? [
      ['sqlite', 'postgres', { BACKUP_PASSPHRASE: PASSPHRASE }],
      ['postgres', 'sqlite', {}],
    ]
  : [['sqlite', 'sqlite', { BACKUP_PASSPHRASE: PASSPHRASE }]];

test.each(ways)(
  '[OPS-2] a backup of %s, made while readings are stored continually, is restored into %s: same sign-in, readings, photos and logins of vendors',
  async (from, to, passphrase) => {
    await using site = await alarmSite();
    const one = await installation(from);
    const first = await started(one);
    const ada = await arrivedWearer(first, one, site);
    const before = await profile(first, ada.token);
    const writing = await writer(one);
    const folder = await newFolder();

    const atBegin = writing.last();
    const made = await run('backup', ['--to', folder], { ...one, ...passphrase });
    expect(made, made.errors).toMatchObject({ code: 0, errors: '' });
    const atEnd = writing.last();
    await vi.waitFor(() => expect(writing.last()).toBeGreaterThan(atEnd));
    await writing.stop();
    await expect.poll(async () => (await fetch(`${first.url}/health/ready`)).status).toBe(200);
    await first.stop();
    expect(first.said()).not.toMatch(/"level":[4-6]0,.*(busy|problem)/);

    const two = await installation(to);
    const restored = await run('restore', [pathIn(made)], { ...two, ...passphrase });
    expect(restored, restored.errors).toMatchObject({ code: 0, errors: '' });
    expect(await readingsOf(two, 1)).toEqual(await readingsOf(one, 1));
    const stored = (await readingsOf(two, writing.wearerId())).map(([takenAt]) => takenAt);
    expect(stored.length).toBeGreaterThanOrEqual(atBegin);
    expect(stored).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1));

    const second = await started(two);
    expect(await profile(second, ada.token)).toEqual(before);
    await expectSameService(second, two, ada, site);
    expect(await second.stop()).toBe(0);
  },
);

test.runIf(hasPostgres)(
  '[OPS-2] an embedded store is moved into PostgreSQL while no server uses it, is not changed, and a server goes on with it there',
  async () => {
    await using site = await alarmSite();
    const [one, two] = [await installation('sqlite'), await installation('postgres')];
    const first = await started(one);
    const ada = await arrivedWearer(first, one, site);
    const before = await profile(first, ada.token);
    const address = new URL(two.DATABASE_URL ?? '');
    address.password = 'a-secret-password';
    const args = ['--to', address.href];

    const refused = await run('move', args, one);
    expect(refused).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^Another Tealight \(process \d+/),
    });
    await first.stop();
    const file = await readFile(join(one.DATA_DIR ?? '', 'tealight.db'));
    const moved = await run('move', args, one);
    expect(moved, moved.errors).toMatchObject({ code: 0, errors: '' });
    expect(moved.output).toContain('Set DATABASE_URL');
    const again = await run('move', args, one);
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('moved before') });
    expect([refused, moved, again].map(({ output, errors }) => output + errors).join()).not.toContain(
      'a-secret',
    );
    expect(await readFile(join(one.DATA_DIR ?? '', 'tealight.db'))).toEqual(file);

    const second = await started({ ...two, DATA_DIR: one.DATA_DIR ?? '' });
    expect(await profile(second, ada.token)).toEqual(before);
    await expectSameService(second, two, ada, site);
    await second.stop();
    const late = await run('move', args, one);
    expect(late).toMatchObject({
      code: 2,
      errors: expect.stringContaining('The database of --to is not empty'),
    });
  },
);
