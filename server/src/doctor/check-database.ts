import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openClock } from '../process/clock-check.ts';
import { StartError } from '../shared/start-error.ts';
import { SECOND } from '../shared/time-units.ts';
import { type InspectedDatabase, inspectDatabase } from '../store/inspect.ts';
import { newerDatabase } from '../store/migrate.ts';
import { checkDatabaseFile } from '../store/sqlite/sqlite-file.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('database');

/** The oldest PostgreSQL that is tested. */
const OLDEST_POSTGRES = 15;
/** Every page takes some queries. Own choice: a database in the same place takes 1 ms. */
const SLOW_MS = 50;
/** As the health check of the clock. */
const CLOCK_MS = 10 * SECOND;

/** Opens the database without changing it. `database` is null where there is none; the caller closes it. */
export async function checkDatabase(
  config: Config,
): Promise<{ database: InspectedDatabase | null; findings: Finding[] }> {
  const file = join(config.dataDir, 'tealight.db');
  try {
    if (config.databaseUrl === null && !(await isThere(config.dataDir, file)))
      return { database: null, findings: [ok('There is no database yet: the first start makes it')] };
    const database = await inspectDatabase({ url: config.databaseUrl, file });
    return { database, findings: await findingsAbout(database) };
  } catch (error) {
    return { database: null, findings: [openFinding(error, config.databaseUrl !== null)] };
  }
}

/** Whether the file is there. Throws `StartError` when it is lost or no database. */
async function isThere(folder: string, file: string): Promise<boolean> {
  if ((await stat(folder).catch(() => null)) === null) return false;
  await checkDatabaseFile(file);
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size > 0;
}

async function findingsAbout(database: InspectedDatabase): Promise<Finding[]> {
  const { majorVersion, latencyMs, unknownMigrations } = database;
  if (unknownMigrations.length > 0) return [findingOfStart(newerDatabase(unknownMigrations))];
  if (majorVersion === null) return [ok('The SQLite database can be read')];
  return [
    majorVersion < OLDEST_POSTGRES
      ? problem(`This is PostgreSQL ${majorVersion}`, `Upgrade it to ${OLDEST_POSTGRES} or later.`)
      : ok(`PostgreSQL ${majorVersion} answers in ${latencyMs.toFixed(1)} ms`),
    ...(latencyMs > SLOW_MS
      ? [
          warning(
            `PostgreSQL takes ${Math.round(latencyMs)} ms for an empty query`,
            'Move the database and the server closer to each other.',
          ),
        ]
      : []),
    await writabilityFinding(database),
    await clockFinding(database),
  ];
}

async function writabilityFinding(database: InspectedDatabase): Promise<Finding> {
  try {
    await database.tryWriting();
    return ok('PostgreSQL accepts changes');
  } catch (error) {
    return problem(
      `PostgreSQL accepts no changes (${codeOf(error)})`,
      'Use the primary server, see that its disk is not full, and let this login create tables.',
    );
  }
}

async function clockFinding({ readClock }: InspectedDatabase): Promise<Finding> {
  const clock = findingsOf('clock');
  const measured = await openClock({ read: readClock, now: Date.now });
  const { offsetMs } = measured;
  measured[Symbol.dispose]();
  if (Math.abs(offsetMs) <= CLOCK_MS) return clock.ok("The clock of this machine agrees with the database's");
  const which = offsetMs > 0 ? 'behind' : 'ahead of';
  const seconds = Math.round(Math.abs(offsetMs) / SECOND);
  return clock.problem(
    `The clock of this machine is ${seconds} seconds ${which} the database's`,
    'Set up a time service (NTP) on both machines.',
  );
}

function openFinding(error: unknown, isPostgres: boolean): Finding {
  // It names the file and the remedy.
  if (error instanceof StartError) return findingOfStart(error.message);
  return isPostgres
    ? problem(
        `PostgreSQL cannot be reached (${codeOf(error)})`,
        'See that it runs, and correct the address and the login in DATABASE_URL.',
      )
    : problem(
        `The SQLite database cannot be read (${codeOf(error)})`,
        'Run the doctor as the user that runs Tealight; restore the database from a backup if it is damaged.',
      );
}

/** What a start would end with: the problem, and what to do. */
function findingOfStart(message: string): Finding {
  const [text = '', ...remedy] = message.split('. ');
  return problem(text, remedy.length === 0 ? 'Correct DATA_DIR.' : `${remedy.join('. ')}.`);
}
