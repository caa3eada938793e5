import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../server/src/store/store.ts';
import { newWearer } from '../../../server/test/wearers.ts';
import { newFolder } from './operator-commands.ts';

const READINGS = 900;

/** A data folder, by default a temporary one, with a small store: two wearers with readings, one photo, and a key. */
export async function smallStore(folder?: string): Promise<string> {
  const dataDir = join(folder ?? (await newFolder()), 'data');
  await mkdir(join(dataDir, 'photos'), { recursive: true });
  await writeFile(join(dataDir, 'secret.key'), 'a key of many characters for tests only\n');
  const file = join(dataDir, 'tealight.db');
  const store = await openStore({ url: null, file });
  for (const mgdl of [90, 140]) {
    const wearerId = await newWearer(store);
    const readings = Array.from({ length: READINGS }, (_, at) => ({
      wearerId,
      takenAt: 1_700_000_000_000 + at * 300_000,
      mgdl,
      trend: 'steady' as const,
    }));
    await store.readings.add(readings);
  }
  await store[Symbol.asyncDispose]();
  const photo = `${'0123456789abcdef'.repeat(2)}.webp`;
  await writeFile(join(dataDir, 'photos', photo), Buffer.alloc(70_000, 'a photo'));
  const database = new DatabaseSync(file);
  database.prepare('update accounts set photo_original = ? where id = 1').run(photo);
  database.close();
  return dataDir;
}

/** Every file below a folder with its content, hexadecimal, the files of the lock apart. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files: Record<string, string> = {};
  for (const name of names.sort()) {
    if (/tealight\.(lock|pid)|-(wal|shm)$/.test(name) || !(await stat(join(folder, name))).isFile()) continue;
    files[name] = (await readFile(join(folder, name))).toString('hex');
  }
  return files;
}

/** How many readings a data folder has; null without a database. */
export function readingsIn(dataDir: string): number | null {
  try {
    const database = new DatabaseSync(join(dataDir, 'tealight.db'), { readOnly: true });
    const row = database.prepare('select count(*) as count from readings').get();
    database.close();
    return Number(row?.count);
  } catch {
    return null;
  }
}

export const ALL_READINGS = 2 * READINGS;
