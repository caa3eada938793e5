import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { DatabaseLocation } from '../store/db.ts';

/** Where an installation has its database and the photos that are files. */
export const placeOf = ({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): { location: DatabaseLocation; photoFolder: string } => ({
  location: { url: databaseUrl, file: join(dataDir, 'tealight.db') },
  photoFolder: join(dataDir, 'photos'),
});
