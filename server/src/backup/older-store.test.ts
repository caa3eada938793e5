import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachEngine, type NewLocation } from '../../test/engines.ts';
import { byAddress, openAtVersion, wearerIn } from '../../test/stores/older-store.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { DatabaseLocation } from '../store/db.ts';
import { migrations } from '../store/migrations/index.ts';
import type { Store } from '../store/store.ts';
import { makeBackup } from './make-backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';

const NAME = `${'0123456789abcdef'.repeat(2)}.webp`;
const PHOTO = Buffer.from('the bytes of a photo');
const AT = 1_700_000_000_000;
const { signal } = new AbortController();

/** A place of an installation, in a data folder of its own. */
type Place = { config: Config; location: DatabaseLocation };

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-older-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function embeddedPlace(more: Record<string, string> = {}): Promise<Place> {
  const dataDir = join(await newFolder(), 'data');
  const keys = { SECRET_KEYS: 'a key of many characters for tests only' };
  return {
    config: readConfig({ DATA_DIR: dataDir, ...keys, ...more }),
    location: { url: null, file: join(dataDir, 'tealight.db') },
  };
}

async function newPlace(newLocation: NewLocation): Promise<Place> {
  const location = await byAddress(await newLocation());
  if (location.url === null) return embeddedPlace();
  return { ...(await embeddedPlace({ DATABASE_URL: location.url })), location };
}

/** A store of the version that ends with this migration: a wearer with a reading, whose account has a photo. */
async function olderStore({ config, location }: Place, last: string): Promise<number> {
  const count = migrations.findIndex(({ name }) => name === last) + 1;
  await mkdir(join(config.dataDir, 'photos'), { recursive: true });
  const old = await openAtVersion(location, count);
  const wearerId = await wearerIn(old, count);
  await sql`insert into readings (wearer_id, taken_at, mgdl, trend)
    values (${wearerId}, ${AT}, 111, 'steady')`.execute(old);
  await sql`update accounts set photo_original = ${NAME}`.execute(old);
  const isInDatabase = location.url !== null && last >= '014-photos';
  if (isInDatabase)
    await sql`insert into photos (name, content, created_at) values (${NAME}, ${PHOTO}, ${AT})`.execute(old);
  else await writeFile(join(config.dataDir, 'photos', NAME), PHOTO);
  await old.destroy();
  return wearerId;
}

/** The photo, which a server moves from the folder into a database that servers share. */
async function photoIn({ config }: Place, store: Store): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.photos.read(NAME)) pieces.push(piece);
  return pieces.length > 0 ? Buffer.concat(pieces) : readFile(join(config.dataDir, 'photos', NAME));
}

type Open = (location: DatabaseLocation) => Promise<Store>;

/** This version finds what the older one has stored. */
async function expectStored(place: Place, open: Open, wearerId: number): Promise<void> {
  const store = await open(place.location);
  expect(await store.wearers.byId(wearerId)).toMatchObject({ id: wearerId, name: 'Ada' });
  expect(await store.readings.latest(wearerId, 9)).toMatchObject([{ takenAt: AT, mgdl: 111 }]);
  expect(await photoIn(place, store)).toEqual(PHOTO);
  // The next wearer gets an id that nobody has had.
  const { id } = await store.wearers.add(1, { name: 'Ben', accent: 'teal', birthYear: null }, AT);
  expect(id).toBe(wearerId + 1);
}

/** The second, the last before photos could be in the database, the first of those, and the last but one. */
const versions = ['002-readings', '013-mqtt-topics', '014-photos', migrations.at(-2)?.name ?? ''];

describe('[OPS-2] a store of an older version', () => {
  eachEngine((_, newSource) => {
    describe('restored from its backup', () => {
      eachEngine((open, newTarget) => {
        test.each(versions)('that ended with %s has all of its rows and photos', async (last) => {
          const [source, target] = [await newPlace(newSource), await newPlace(newTarget)];
          const wearerId = await olderStore(source, last);
          const options = { folder: await newFolder(), keyFolder: null, keep: null, signal };
          const { path, manifest } = await makeBackup(source.config, options);
          expect(manifest.migrations.at(-1)).toBe(last);
          await restore(target.config, { path, keyFile: null, withoutKeys: false, signal });
          await expectStored(target, open, wearerId);
        });
      });
    });
  });

  eachEngine((open, newTarget, engine) => {
    const moving = test.runIf(engine === 'PostgreSQL');

    moving.each(versions.slice(2))(
      'that ended with %s is moved with all of its rows and photos',
      async (last) => {
        const [source, target] = [await embeddedPlace(), await newPlace(newTarget)];
        const wearerId = await olderStore(source, last);
        await using moved = await move(source.config, target.location.url ?? '', signal);
        expect(moved).toMatchObject({ wasThere: false, missingPhotos: 0 });
        await expectStored(target, open, wearerId);
      },
    );

    moving(
      'that is too old for photos in a database is moved once this version has migrated it',
      async () => {
        const [source, target] = [await embeddedPlace(), await newPlace(newTarget)];
        const wearerId = await olderStore(source, '013-mqtt-topics');
        const start = () => move(source.config, target.location.url ?? '', signal);
        await expect(start()).rejects.toMatchObject({
          name: 'StartError',
          message: expect.stringContaining('Start this Tealight once'),
        });
        await (await open(source.location))[Symbol.asyncDispose]();
        await using moved = await start();
        expect(moved).toMatchObject({ wasThere: false, missingPhotos: 0 });
        await expectStored(target, open, wearerId);
      },
    );
  });
});
