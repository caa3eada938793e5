import { createHash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod/mini';
import { StartError } from '../../shared/start-error.ts';
import { UnusableBackup } from '../problems.ts';
import { type ChunkProtection, encrypting, hashing, keyOf, SALT_BYTES } from './cipher.ts';

/** Of this code. Another number means that older code cannot read the file. */
const FORMAT = 1;
/** The most bytes of a header. */
const HEADER_BYTES = 1024;

/** What a file holds: the store with its photos, or the keys. */
export type FileKind = 'backup' | 'keys';

const Header = z.object({
  tealight: z.enum(['backup', 'keys']),
  format: z.number(),
  /** Absent: not encrypted. */
  scrypt: z.optional(z.object({ salt: z.string(), check: z.string() })),
});

const hashOf = (line: string) => createHash('sha256').update(line).digest();
const start = '{"tealight":';

/** The header of a new file: a line of JSON and a line with its hash. */
export async function newHeader(
  kind: FileKind,
  passphrase: string | null,
): Promise<{ bytes: Buffer; cipher: ChunkProtection }> {
  const salt = randomBytes(SALT_BYTES);
  const key = passphrase === null ? null : await keyOf(passphrase, salt);
  const scrypt = key === null ? {} : { scrypt: { salt: salt.toString('base64'), check: key.check } };
  const line = JSON.stringify({ tealight: kind, format: FORMAT, ...scrypt });
  const hash = hashOf(line);
  return {
    bytes: Buffer.from(`${line}\n${hash.toString('hex')}\n`),
    cipher: key === null ? hashing(hash) : encrypting(key, hash),
  };
}

export type OpenedFile = { cipher: ChunkProtection; isEncrypted: boolean; headerBytes: number };

/** Reads the header of a file, and checks the passphrase. Throws `UnusableBackup` and `StartError`. */
export async function readHeader(
  handle: FileHandle,
  { path, kind, passphrase }: { path: string; kind: FileKind; passphrase: string | null },
): Promise<OpenedFile> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const [line = '', hash = ''] = buffer.toString('latin1', 0, bytesRead).split('\n', 2);
  if (!line.startsWith(start))
    throw new UnusableBackup(`${path} is not a ${kind === 'keys' ? 'key file' : 'backup'} of Tealight`);
  if (hash !== hashOf(line).toString('hex'))
    throw new UnusableBackup(`${path} is damaged or cut short: its header was changed. Use another backup`);
  const header = Header.parse(JSON.parse(line));
  if (header.format > FORMAT)
    throw new UnusableBackup(
      `${path} was made by a newer Tealight (format ${header.format}). Update Tealight, then restore it`,
    );
  if (header.tealight !== kind)
    throw new StartError(
      `${path} ${header.tealight === 'keys' ? 'has keys, not a backup' : 'is a backup, not keys'}. Check the path`,
    );
  return {
    cipher: await cipherOf(header.scrypt, { path, passphrase, headerHash: hashOf(line) }),
    isEncrypted: header.scrypt !== undefined,
    headerBytes: line.length + hash.length + 2,
  };
}

async function cipherOf(
  scrypt: { salt: string; check: string } | undefined,
  { path, passphrase, headerHash }: { path: string; passphrase: string | null; headerHash: Buffer },
): Promise<ChunkProtection> {
  if (scrypt === undefined) return hashing(headerHash);
  if (passphrase === null)
    throw new StartError(
      `${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with`,
    );
  const key = await keyOf(passphrase, Buffer.from(scrypt.salt, 'base64'));
  if (key.check !== scrypt.check)
    throw new UnusableBackup(`The passphrase in BACKUP_PASSPHRASE is not the one that ${path} was made with`);
  return encrypting(key, headerHash);
}
