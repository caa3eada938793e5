import { type FileHandle, open } from 'node:fs/promises';
import { aboutFile, UnusableBackup } from '../problems.ts';
import { CHUNK_BYTES, TAG_BYTES } from './cipher.ts';
import { type FileKind, newHeader, readHeader } from './header.ts';

/** Where bytes go, in their order. */
export type Output = { write(bytes: Buffer): Promise<void> };

/** Writes bytes in protected chunks after a header. `end` must be called last: a file without its last chunk is rejected. */
export async function protectedOutput(
  output: Output,
  kind: FileKind,
  passphrase: string | null,
): Promise<Output & { end(): Promise<void> }> {
  const { bytes: header, cipher } = await newHeader(kind, passphrase);
  await output.write(header);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let [filled, index] = [0, 0];
  const flush = async (isLast: boolean) => {
    await output.write(cipher.protect(chunk.subarray(0, filled), { index, isLast }));
    index += 1;
    filled = 0;
  };
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        // A full chunk is written only when more follows: then it is not the last.
        if (filled === CHUNK_BYTES) await flush(false);
        const copied = bytes.copy(chunk, filled, from);
        filled += copied;
        from += copied;
      }
    },
    end: () => flush(true),
  };
}

export type ProtectedFile = { isEncrypted: boolean; bytes: number; chunks(): AsyncGenerator<Buffer> };

/**
 * Runs `work` with the checked content of a file. Throws `UnusableBackup` when it was changed or cut short, at the
 * chunk where that is found.
 */
export async function withProtectedFile<T>(
  file: { path: string; kind: FileKind; passphrase: string | null },
  work: (file: ProtectedFile) => Promise<T>,
): Promise<T> {
  const { path } = file;
  const handle = await aboutFile(path, () => open(path, 'r'));
  try {
    const { cipher, isEncrypted, headerBytes } = await aboutFile(path, () => readHeader(handle, file));
    const { size } = await handle.stat();
    async function* chunks(): AsyncGenerator<Buffer> {
      const length = CHUNK_BYTES + TAG_BYTES;
      for (let [index, at] = [0, headerBytes]; index === 0 || at < size; index += 1, at += length) {
        const bytes = await aboutFile(path, () => readAt(handle, at, Math.min(length, size - at)));
        const isLast = at + length >= size;
        const chunk = bytes.length < TAG_BYTES ? null : cipher.open(bytes, { index, isLast });
        if (chunk === null)
          throw new UnusableBackup(
            `${path} is damaged or cut short (at byte ${at} of ${size}). Use another backup`,
          );
        yield chunk;
      }
    }
    return await work({ isEncrypted, bytes: size, chunks });
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(length, 0));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
