import type { Manifest } from './archive/archive.ts';
import { rowsOf, type Summary } from './archive/summary.ts';
import type { CheckedBackup } from './check-backup.ts';
import type { MadeBackup } from './make-backup.ts';
import type { Moved } from './move.ts';
import type { Restored } from './restore.ts';

/** What the commands write when they have ended well. */

const number = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`;
const megabytes = (bytes: number) => `${number.format(Math.ceil(bytes / 100_000) / 10)} MB`;

const contentOf = (summary: Summary) =>
  [
    counted(rowsOf(summary), 'row', 'rows'),
    counted(summary.tables.length, 'table', 'tables'),
    counted(summary.photos.count, 'photo', 'photos'),
  ].join(', ');

const originOf = ({ createdAt, store, version }: Manifest) =>
  `${new Date(createdAt).toISOString()}, ${store}, Tealight ${version}`;

const missing = (count: number) =>
  count === 0
    ? ''
    : `  ${counted(count, 'photo is', 'photos are')} missing on the disk, and so in the copy.\n`;

export function backupText(made: MadeBackup, isEncrypted: boolean): string {
  const encryption = isEncrypted ? 'encrypted' : 'not encrypted (BACKUP_PASSPHRASE)';
  const keys =
    made.keyPath === null
      ? '  The keys are not in it. Without them stored vendor logins cannot be read.\n'
      : `${made.keyPath}\n  The keys that open stored vendor logins. Keep them apart from the backup.\n`;
  const removed =
    made.removed === 0
      ? ''
      : `  ${counted(made.removed, 'older backup was', 'older backups were')} removed.\n`;
  return `${made.path}\n  ${contentOf(made.manifest)}; ${megabytes(made.bytes)}, ${encryption}\n${missing(made.missingPhotos)}${removed}${keys}`;
}

export const checkText = (path: string, { manifest, bytes, isEncrypted }: CheckedBackup): string =>
  `${path} is complete and undamaged.\n  ${originOf(manifest)}\n  ${contentOf(manifest)}; ${megabytes(bytes)}, ${isEncrypted ? 'encrypted' : 'not encrypted'}\n`;

const keysText = {
  installed: 'The keys were installed.',
  there: 'The keys of this installation fit.',
  'left out': 'The keys were left out: wearers must connect their sources again.',
};

export const restoreText = ({ manifest, keys }: Restored, place: string): string =>
  `Restored into ${place} and verified.\n  ${originOf(manifest)}\n  ${contentOf(manifest)}\n  ${keysText[keys]} Start Tealight now.\n`;

export const moveText = ({ summary, wasThere, missingPhotos }: Moved, dataDir: string): string =>
  [
    wasThere
      ? 'The store was moved before; nothing was left to do.'
      : 'The store was moved, and every row verified.',
    `  ${contentOf(summary)}`,
    missing(missingPhotos).trimEnd(),
    `  Set DATABASE_URL to the address after --to, then start Tealight. ${dataDir} was not changed.`,
    `  Other machines need the same keys: SECRET_KEYS or SECRET_KEYS_FILE.`,
  ]
    .filter((line) => line !== '')
    .join('\n')
    .concat('\n');
