import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR } from '../../shared/time-units.ts';
import { aboutFile } from '../problems.ts';
import type { Output } from './protected-file.ts';

const PARTIAL = '.partial';
/** A file that is being written changes all the time; own choice. */
const ABANDONED_AFTER_MS = HOUR;

/** A file that is there under its name only when it is complete and on the disk. */
export type NewFile = Output & {
  path: string;
  bytes(): number;
  publish(): Promise<void>;
  discard(): Promise<void>;
};

/** Begins a file in a folder, which is created if necessary. */
export async function newFile(folder: string, name: string): Promise<NewFile> {
  const [path, partial] = [join(folder, name), join(folder, `.${name}${PARTIAL}`)];
  const handle = await aboutFile(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeAbandoned(folder);
    return open(partial, 'wx', 0o600);
  });
  let bytes = 0;
  return {
    path,
    bytes: () => bytes,
    write: (content) =>
      aboutFile(path, async () => {
        for (let from = 0; from < content.length; )
          from += (await handle.write(content, from, content.length - from)).bytesWritten;
        bytes += content.length;
      }),
    publish: () =>
      aboutFile(path, async () => {
        await handle.sync();
        await handle.close();
        await rename(partial, path);
        await syncFolder(folder);
      }),
    async discard() {
      await handle.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** So that a name in the folder outlasts a power failure. Windows has no such call, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Removes what killed processes have left. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.tealight-') || !name.endsWith(PARTIAL)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}
