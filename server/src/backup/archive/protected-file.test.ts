import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CHUNK_BYTES, TAG_BYTES } from './cipher.ts';
import { newFile } from './new-file.ts';
import { protectedOutput, withProtectedFile } from './protected-file.ts';

const PASSPHRASE = 'a passphrase for tests';

async function fileWith(content: Buffer, passphrase: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = await newFile(folder, 'a.backup');
  const output = await protectedOutput(file, 'backup', passphrase);
  for (let from = 0; from < content.length; from += 10_007)
    await output.write(content.subarray(from, from + 10_007));
  await output.end();
  await file.publish();
  return file.path;
}

const read = (path: string, passphrase: string | null) =>
  withProtectedFile({ path, kind: 'backup', passphrase }, async ({ chunks }) => {
    const all: Buffer[] = [];
    for await (const chunk of chunks()) all.push(chunk);
    return Buffer.concat(all);
  });

describe.each([
  ['encrypted', PASSPHRASE],
  ['not encrypted', null],
])('a file that is %s', (_, passphrase) => {
  test.each([1, CHUNK_BYTES, CHUNK_BYTES + 1])('has the %d bytes that were written', async (length) => {
    const content = randomBytes(length);
    const path = await fileWith(content, passphrase);
    expect(await read(path, passphrase)).toEqual(content);
    const isReadable = (await readFile(path)).includes(content.subarray(0, 64));
    // A single byte is found in any file.
    if (length > 64) expect(isReadable).toBe(passphrase === null);
  });

  test('is rejected when it was cut, extended, changed by one bit anywhere, or its chunks were moved', async () => {
    const path = await fileWith(randomBytes(2 * CHUNK_BYTES + 500), passphrase);
    const good = await readFile(path);
    const length = CHUNK_BYTES + TAG_BYTES;
    const start = good.length - 2 * length - 500 - TAG_BYTES;
    const chunk = (index: number) => good.subarray(start + index * length, start + (index + 1) * length);
    const flipped = (at: number) => {
      const bytes = Buffer.from(good);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    };
    const header = good.subarray(0, start);
    const cases = [
      ...[0, 1, start - 1, start, start + 5, start + length, start + 2 * length, good.length - 1].map((end) =>
        good.subarray(0, end),
      ),
      ...[0, 20, start - 30, start, start + length - 1, start + length, good.length - 1].map(flipped),
      Buffer.concat([good, Buffer.from([0])]),
      Buffer.concat([header, chunk(1), chunk(0), chunk(2)]),
      Buffer.concat([header, chunk(0), chunk(2)]),
      Buffer.concat([header, chunk(1), chunk(2)]),
      Buffer.concat([header, chunk(0), chunk(0), chunk(1), chunk(2)]),
    ];
    for (const [number, bytes] of cases.entries()) {
      // Each takes a derivation of the key.
      if (passphrase !== null && number < 15 && number % 4 !== 0) continue;
      await writeFile(path, bytes);
      await expect(read(path, passphrase), `case ${number}`).rejects.toMatchObject({
        name: 'UnusableBackup',
        message: expect.stringContaining(path),
      });
    }
  });
});

test('a chunk of another file with the same passphrase is rejected', async () => {
  const [one, other] = [
    await fileWith(randomBytes(100), PASSPHRASE),
    await fileWith(randomBytes(100), PASSPHRASE),
  ];
  const [a, b] = [await readFile(one), await readFile(other)];
  await writeFile(one, Buffer.concat([a.subarray(0, -116), b.subarray(-116)]));
  await expect(read(one, PASSPHRASE)).rejects.toThrow('damaged or cut short');
});

test('an encrypted file says which passphrase is wrong or missing', async () => {
  const path = await fileWith(randomBytes(100), PASSPHRASE);
  await expect(read(path, 'another passphrase')).rejects.toThrow(
    /The passphrase in BACKUP_PASSPHRASE is not/,
  );
  await expect(read(path, null)).rejects.toThrow(/is encrypted. Set BACKUP_PASSPHRASE/);
});

test('a file of a newer format is named as such', async () => {
  const path = await fileWith(randomBytes(100), null);
  const [, , rest] = splitHeader(await readFile(path));
  const line = '{"tealight":"backup","format":2}';
  const hash = createHash('sha256').update(line).digest('hex');
  await writeFile(path, Buffer.concat([Buffer.from(`${line}\n${hash}\n`), rest]));
  await expect(read(path, null)).rejects.toThrow(/newer Tealight \(format 2\)/);
});

function splitHeader(bytes: Buffer): [Buffer, Buffer, Buffer] {
  const first = bytes.indexOf('\n') + 1;
  const second = bytes.indexOf('\n', first) + 1;
  return [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
}
