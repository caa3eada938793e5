import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('data-folder');

const MB = 1024 * 1024;
/** Own choice: a wearer takes some 13 MB a year; a backup beside the database takes its size again. */
const MIN_FREE_BYTES = 200 * MB;
const MIN_FREE_SHARE = 0.05;
/** The bits of a mode that let users other than the owner use a file. */
const OTHERS = 0o077;

/** Whether DATA_DIR can be written by this user, it and the key file are closed to others, and it has space. */
export async function checkDataFolder({ dataDir, secretKeys, secretKeysFile }: Config): Promise<Finding[]> {
  const folder = await stat(dataDir).catch((error: unknown) => codeOf(error));
  if (folder === 'ENOENT') return [ok(`${dataDir} is not there yet: the first start makes it`)];
  if (typeof folder === 'string')
    return [
      problem(`DATA_DIR cannot be used (${folder})`, `Give ${dataDir} to the user that runs Tealight.`),
    ];
  return [
    await writabilityFinding(dataDir),
    modeFinding(dataDir, folder),
    ...(secretKeys === null ? await keyFileFindings(secretKeysFile) : []),
    spaceFinding(await freeSpaceOf(dataDir)),
  ];
}

async function writabilityFinding(dataDir: string): Promise<Finding> {
  const file = join(dataDir, 'doctor.part');
  try {
    await writeFile(file, 'x', { mode: 0o600 });
    return ok(`${dataDir} can be written`);
  } catch (error) {
    return problem(
      `DATA_DIR cannot be written (${codeOf(error)})`,
      `Give ${dataDir} to the user that runs Tealight, on a disk that is writable and not full.`,
    );
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

function modeFinding(dataDir: string, { mode, uid }: { mode: number; uid: number }): Finding {
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && uid !== user)
    return problem(
      'DATA_DIR belongs to another user',
      `Run the doctor as the user that runs Tealight, or give ${dataDir} to it.`,
    );
  return isOpenToOthers(mode)
    ? warning('Other users of this machine can open DATA_DIR', `chmod 700 ${dataDir}`)
    : ok('DATA_DIR is closed to others');
}

async function keyFileFindings({
  path,
  isDefault,
}: {
  path: string;
  isDefault: boolean;
}): Promise<Finding[]> {
  const file = await stat(path).catch(() => null);
  if (file === null || !isOpenToOthers(file.mode)) return [];
  const text = 'Other users of this machine can read the secret key';
  // A mounted secret often has a mode that the operator does not choose.
  return [(isDefault ? problem : warning)(text, `chmod 600 ${path}`)];
}

const isOpenToOthers = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS) !== 0;

async function freeSpaceOf(dataDir: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Judges the free space, in bytes. */
export function spaceFinding({ free, size }: { free: number; size: number }): Finding {
  const text = `${Math.floor(free / MB)} MB are free for DATA_DIR`;
  // Some file systems do not say how large they are.
  if (size === 0) return ok(text);
  if (free < MB) return problem(text, 'Free some space: nothing can be stored.');
  const isLittle = free < MIN_FREE_BYTES || free / size < MIN_FREE_SHARE;
  return isLittle ? warning(text, 'Free some space before it is used up.') : ok(text);
}
