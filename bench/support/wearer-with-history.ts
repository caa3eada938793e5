import { DatabaseSync } from 'node:sqlite';
import { samples } from '../../simulators/day.ts';
import type { launchTealight } from './launch.ts';
import { newUser, signUpAndIn } from './new-user.ts';

const DAY_MS = 24 * 60 * 60_000;

const emailOf = (seed: number): string => `wearer${seed}@example.org`;

/** Which sensor a wearer has worn, and for how long. */
export type SensorHistory = { days: number; everyMs: number };

/** A wearer with a history: the readings are written straight into the database of the server. */
export async function wearerWithHistory(
  { url, folder }: Pick<Awaited<ReturnType<typeof launchTealight>>, 'url' | 'folder'>,
  seed: number,
  { days, everyMs }: SensorHistory,
): Promise<string> {
  const email = emailOf(seed);
  const token = await signUpAndIn(url, { ...newUser, email });
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

/** Milliseconds that it takes to read all readings of a wearer row by row: the time for the data alone. */
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
