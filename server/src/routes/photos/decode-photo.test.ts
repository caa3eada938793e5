import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { argonPasswords } from '../passwords/password-hash.ts';
import { decodePhoto, openPhotoDecoder } from './decode-photo.ts';

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#087f5b' } });

test('[ACC-2] a picture of a few kilobytes that decodes to a gigabyte is rejected, and costs this process no memory', async () => {
  const bomb = await plain(7990).avif({ effort: 0, quality: 30 }).toBuffer();
  expect(bomb.length).toBeLessThan(4000);
  const before = process.memoryUsage.rss();
  await expect(decodePhoto(bomb)).rejects.toMatchObject({ code: 'no-image' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(50e6);
});

test.each([
  ['progressive JPEG', 'jpeg', () => plain(4000).jpeg({ progressive: true })],
  ['AVIF', 'webp', () => plain(4000).avif({ effort: 0 })],
] as const)('[ACC-2] a %s of 16 megapixels is a photo', async (_, format, make) => {
  const photo = await decodePhoto(await make().toBuffer());
  expect(photo.format).toBe(format);
  expect(await sharp(photo.original).metadata()).toMatchObject({ format, width: 4000, height: 4000 });
});

test('[ACC-2] an animation is stored as its first frame', async () => {
  const frames = await Promise.all([plain(20).png().toBuffer(), plain(20).negate().png().toBuffer()]);
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { format, original } = await decodePhoto(moving);
  expect([format, (await sharp(original).metadata()).pages ?? 1]).toEqual(['gif', 1]);
});

test('[ACC-2] a picture of more than 16 megapixels is rejected, even if it is easy to decode', async () => {
  const upload = await plain(4001, 4000).png().toBuffer();
  await expect(decodePhoto(upload)).rejects.toMatchObject({ code: 'no-image' });
});

/** A program that decodes nothing, and the file to which it writes a line for each action. */
async function program(body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-decoder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, notes] = [join(folder, 'decoder.mjs'), join(folder, 'notes')];
  const note = `const note = (text) => appendFileSync(${JSON.stringify(notes)}, \`\${text}\\n\`);`;
  await writeFile(file, `import { appendFileSync } from 'node:fs';\n${note}\n${body}`);
  return { file, noted: async () => (await readFile(notes, 'utf8')).trim().split('\n') };
}

const forEver = 'setInterval(() => {}, 1000);';

test.each([
  ['hangs', 'linux darwin win32', forEver, { withinMs: 5000 }],
  ['never comes to an end', 'linux', 'for (;;);', { maxCpuMs: 1000 }],
  // Its 200 MB would do no harm, and its time is not over: only what it has grown to ends it.
  ['grows', 'linux', `globalThis.all = Buffer.alloc(2e8, 1); ${forEver}`, { maxMemory: 150e6 }],
] as const)(
  '[ACC-2] a decoder that %s is killed, and the upload is rejected',
  async (_, systems, does, limits) => {
    if (!systems.includes(process.platform)) return;
    const { file, noted } = await program(`note(process.pid);\n${does}`);
    const decode = openPhotoDecoder({ program: file, withinMs: 60_000, ...limits });
    await expect(decode(Buffer.from('a photo'))).rejects.toMatchObject({ code: 'no-image' });
    const [pid] = await noted();
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  },
);

test.runIf(process.platform === 'linux')(
  '[ACC-2] a decoder that has to wait for a processor has as much time as on an idle machine',
  async () => {
    const empty = JSON.stringify(`${JSON.stringify({ format: 'png' })}\n${'\0'.repeat(8)}`);
    const { file } = await program(`setTimeout(() => process.stdout.write(${empty}), 2500);`);
    const decode = openPhotoDecoder({ program: file, maxCpuMs: 2000 });
    expect(await decode(Buffer.from('a photo'))).toMatchObject({ format: 'png' });
  },
);

test('[ACC-2] photos are decoded one at a time, and an upload while ten wait is rejected', async () => {
  const { file, noted } = await program(
    `note('begun'); setTimeout(() => { note('done'); process.exit(1); }, 50);`,
  );
  const decode = openPhotoDecoder({ program: file });
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => decode(Buffer.alloc(1))));
  expect(await noted()).toEqual(Array.from({ length: 11 }, () => ['begun', 'done']).flat());
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual([
    ...Array(11).fill('no-image'),
    'too-many-tries',
  ]);
});

test.runIf(process.platform !== 'win32')(
  'a decoder that cannot be started is an error of that upload only',
  () => {
    const code = `
    import { closeSync, openSync } from 'node:fs';
    import { decodePhoto } from ${JSON.stringify(new URL('./decode-photo.ts', import.meta.url).href)};
    const outcome = () => decodePhoto(Buffer.from('no photo')).catch(({ code }) => code);
    const open = [];
    try { for (;;) open.push(openSync('/dev/null', 'r')); } catch {}
    const first = await outcome();
    open.forEach(closeSync);
    console.log(first, await outcome());`;
    const args = ['-c', 'ulimit -n 60; exec "$0" --input-type=module -e "$1"', process.execPath, code];
    expect(execFileSync('sh', args, { encoding: 'utf8' }).trim()).toBe('EMFILE no-image');
  },
);

test('passwords are hashed while a photo is decoded', async () => {
  const decoding = decodePhoto(await plain(4000).avif({ effort: 0 }).toBuffer());
  let decoded = false;
  void decoding.finally(() => {
    decoded = true;
  });
  await argonPasswords({ memory: 8, passes: 1, parallelism: 1 }).hash('Analytical1!');
  expect(decoded).toBe(false);
  await decoding;
});
