import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { openAll } from '../shared/open-all.ts';
import { StartError } from '../shared/start-error.ts';
import { unknownMigrations } from '../store/migrate.ts';
import { lockDataFolder } from '../store/sqlite/data-lock.ts';
import { type DatabaseSource, NoTealight } from '../store/transfer/contents.ts';
import { fillDatabase, openSource } from '../store/transfer/transfer.ts';
import type { Item } from './archive/items.ts';
import { differences, type Summary } from './archive/summary.ts';
import { databaseItems, photoFileItems, summaryOf } from './contents.ts';
import { fillAndVerify, hasPhotoTable, photosInDatabase } from './fill.ts';
import { placeOf } from './place.ts';

export type Moved = {
  summary: Summary;
  /** An earlier move was complete: nothing was left to do. */
  wasThere: boolean;
  /** Photos that accounts have and that are not there. */
  missingPhotos: number;
};

/**
 * Copies the embedded store into an empty PostgreSQL database, in one transaction: when it is interrupted nothing is
 * there, and it can be run again. No server may use the embedded store meanwhile. Throws `StartError`.
 */
export async function move(
  config: Config,
  url: string,
  signal: AbortSignal,
): Promise<Moved & AsyncDisposable> {
  const { location, photoFolder } = placeOf({ ...config, databaseUrl: null });
  // Throws when there is no database, before a lock makes a file.
  await (await openSource(location))[Symbol.asyncDispose]();
  return openAll(async (resources) => {
    resources.use(await lockDataFolder(dirname(location.file)));
    const source = resources.use(await openSource(location));
    const moved = await moveFrom(source, { url, photoFolder, signal });
    return { ...moved, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  });
}

/** What errors name in place of the address. */
const TO = '--to';

type Place = { url: string; photoFolder: string; signal: AbortSignal };

async function moveFrom(source: DatabaseSource, place: Place): Promise<Moved> {
  const [unknown] = unknownMigrations(source.migrations);
  if (unknown !== undefined)
    throw new StartError(
      `The store was made by a newer Tealight: it has ${unknown}. Update Tealight, then move it`,
    );
  const names = await source.namesOfPhotoFiles();
  if (names.length > 0 && !hasPhotoTable(source.migrations))
    throw new StartError(
      'The store was made by an older Tealight, whose photos a database cannot have. Start this Tealight once with this DATA_DIR, stop it, then move it',
    );
  const earlier = await movedEarlier(source, names, place);
  if (earlier !== null) return { summary: earlier, wasThere: true, missingPhotos: 0 };
  const missing = new Set<string>();
  const items = async function* (): AsyncGenerator<Item> {
    yield* photoFileItems(place.photoFolder, names, missing);
    yield* databaseItems(source);
  };
  const { migrations, lastIds } = source;
  const summary = await fillDatabase({ url: place.url, file: '', setting: TO }, (target) =>
    fillAndVerify({ migrations, lastIds, items: items() }, target, {
      photos: photosInDatabase(target),
      signal: place.signal,
    }),
  );
  return { summary, wasThere: false, missingPhotos: missing.size };
}

/** What the target has, if that is the whole store already: an earlier move was killed after its end. */
async function movedEarlier(
  source: DatabaseSource,
  names: string[],
  { url, photoFolder }: Place,
): Promise<Summary | null> {
  const target = await openSource({ url, file: '', setting: TO }).catch((error: unknown) => {
    if (error instanceof NoTealight) return null;
    throw error;
  });
  if (target === null) return null;
  try {
    const [there, here] = [await summaryOf(target, '', []), await summaryOf(source, photoFolder, names)];
    if (differences(there, here).length === 0) return there;
    throw new StartError(
      'The database of --to is not empty: it has a Tealight that is not this one. Create a new one with createdb, and name its address',
    );
  } finally {
    await target[Symbol.asyncDispose]();
  }
}
