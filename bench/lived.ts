import { DatabaseSync } from 'node:sqlite';
import { samples } from '../simulators/day.ts';
import type { launchTealight } from './launch.ts';
import { arrive, newUser } from './new-user.ts';

const DAY_MS = 24 * 60 * 60_000;

const emailOf = (seed: number): string => `wearer${seed}@example.org`;

/** How long a wearer has worn which sensor. */
export type Worn = { days: number; everyMs: number };

/** Somebody with a history: the readings are put where the server keeps them, as if they had long been there. */
export async function livedWearer(
  { url, folder }: Pick<Awaited<ReturnType<typeof launchTealight>>, 'url' | 'folder'>,
  seed: number,
  { days, everyMs }: Worn,
): Promise<string> {
  const email = emailOf(seed);
  const token = await arrive(url, { ...newUser, email });
  const now = Date.now();
  const database = new DatabaseSync(`${folder}/tealight.db`, { timeout: 10_000 });
  try {
    const wearer = database
      .prepare('select wearers.id from wearers join accounts on accounts.id = account_id where email_key = ?')
      .get(email) as { id: number };
    const insert = database.prepare("insert into readings values (?, ?, ?, 'steady')");
    database.exec('begin immediate');
    for (const { takenAt, mgdl } of samples(now - days * DAY_MS, now, { seed, everyMs })) {
      insert.run(wearer.id, takenAt, mgdl);
    }
    database.exec('commit');
  } finally {
    database.close();
  }
  return token;
}

/** Milliseconds of one plain look at all readings of a wearer, row by row: what the machine takes for the data alone. */
export function plainReadMs(folder: string, seed: number): number {
  const database = new DatabaseSync(`${folder}/tealight.db`);
  try {
    const query =
      'select taken_at, mgdl from readings where wearer_id = (select wearers.id from wearers join accounts on accounts.id = account_id where email_key = ?)';
    const begun = performance.now();
    database.prepare(query).all(emailOf(seed));
    return performance.now() - begun;
  } finally {
    database.close();
  }
}
