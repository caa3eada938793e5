import { unknownMigrations } from '../store/migrate.ts';
import { entriesIn, type Manifest } from './archive/archive.ts';
import type { Item } from './archive/items.ts';
import { withProtectedFile } from './archive/protected-file.ts';
import { differences, summarizing } from './archive/summary.ts';
import { UnusableBackup } from './problems.ts';

export type BackupFile = { path: string; passphrase: string | null };

export type CheckedBackup = { manifest: Manifest; bytes: number; isEncrypted: boolean };

/** Reads a whole backup and compares it with its manifest. Throws `UnusableBackup`. */
export function checkBackup({ path, passphrase }: BackupFile): Promise<CheckedBackup> {
  return withProtectedFile({ path, kind: 'backup', passphrase }, async ({ chunks, bytes, isEncrypted }) => {
    const counting = summarizing();
    let manifest: Manifest | null = null;
    const items = itemsUntilManifest(entriesIn(chunks(), path), (found) => {
      manifest = found;
    });
    for await (const _ of counting.through(items));
    return { manifest: checked(path, manifest, counting), bytes, isEncrypted };
  });
}

function checked(
  path: string,
  manifest: Manifest | null,
  counting: ReturnType<typeof summarizing>,
): Manifest {
  if (manifest === null)
    throw new UnusableBackup(`${path} has no manifest: it is not complete. Use another backup`);
  const [different] = differences(manifest, counting.summary());
  if (different !== undefined)
    throw new UnusableBackup(
      `${path} does not have what its manifest says of ${different}. Use another backup`,
    );
  const [unknown] = unknownMigrations(manifest.migrations);
  if (unknown !== undefined)
    throw new UnusableBackup(
      `${path} was made by a newer Tealight (${manifest.version}): it has ${unknown}. Update Tealight, then restore it`,
    );
  return manifest;
}

async function* itemsUntilManifest(
  entries: ReturnType<typeof entriesIn>,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Item> {
  for await (const entry of entries) {
    if (entry.kind === 'manifest') onManifest(entry.manifest);
    else yield entry;
  }
}

/** Runs `work` with the items of a backup that was checked. */
export function withItems<T>(
  { path, passphrase }: BackupFile,
  work: (items: AsyncIterable<Item>) => Promise<T>,
): Promise<T> {
  return withProtectedFile({ path, kind: 'backup', passphrase }, ({ chunks }) =>
    work(itemsUntilManifest(entriesIn(chunks(), path), () => {})),
  );
}
