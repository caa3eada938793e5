import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ways = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Smaller files fit into the first packets without compression. */
const WORTH_BYTES = 1000;
const packable = /\.(js|css|svg|json|webmanifest)$/;

/** Writes compressed copies beside the files of the built web app, once, so that no request waits for compression. */
export async function packAssets(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter((file) => packable.test(file))) await pack(join(folder, name));
}

async function pack(file: string): Promise<void> {
  const { mtimeMs, size, mode } = await stat(file);
  if (size < WORTH_BYTES) return;
  for (const [end, packed] of Object.entries(ways)) {
    const compressed = await stat(file + end).catch(() => null);
    if (compressed !== null && compressed.mtimeMs >= mtimeMs) {
      // Copies of another user can be changed only by that user.
      if (compressed.mode !== mode) await chmod(file + end, mode).catch(() => {});
      continue;
    }
    const draft = `${file}${end}.${process.pid}`;
    await writeFile(draft, await packed(await readFile(file)));
    // Users who may read the file may read its copies: the server may run as another one next time.
    await chmod(draft, mode);
    await rename(draft, file + end);
  }
}
