import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The exit code of the last step before the server, so that no server starts. */
const STOPPED = 7;

/** A copy of the launcher without packages. Its npm records how it is called, and installs two tools. */
async function copy() {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await mkdir(join(folder, 'web'));
  const [tools, calls, bins] = [join(folder, 'tools'), join(folder, 'calls'), 'node_modules/.bin'];
  await mkdir(tools);
  const script = (lines: string[]) => `#!/bin/sh\n${lines.join('\n')}\n`;
  const npm = script([
    `echo "npm $*" >> '${calls}'`,
    `mkdir -p ${bins} && touch node_modules/.package-lock.json`,
    `printf '#!/bin/sh\\necho packaged node >> "${calls}"\\n' > ${bins}/node`,
    `printf '#!/bin/sh\\necho build for $NODE_ENV >> "${calls}"\\nnode -e 0; exit ${STOPPED}\\n' > ${bins}/vite`,
    `chmod +x ${bins}/*`,
  ]);
  await writeFile(join(tools, 'npm'), npm, { mode: 0o755 });
  // Another version of Node is not available here, so its version is simulated.
  const oldNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })`;
  return {
    lock: () => readFile(join(folder, 'package-lock.json'), 'utf8'),
    called: async () => (await readFile(calls, 'utf8')).trim().split('\n'),
    start(node: 'this' | 'old') {
      const preload =
        node === 'old' ? ['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`] : [];
      const { status } = spawnSync(process.execPath, [...preload, 'scripts/start.mjs'], {
        cwd: folder,
        // As a test runner sets it for its child processes.
        env: { NODE_ENV: 'test', HOME: process.env.HOME, PATH: [tools, '/usr/bin', '/bin'].join(delimiter) },
      });
      return status;
    },
  };
}

describe.runIf(process.platform !== 'win32')('starting without packages', () => {
  test('[OPS-1] installs exactly the locked versions, once, and does not change the lockfile', async () => {
    const { start, called, lock } = await copy();
    const before = await lock();
    expect([start('this'), start('this')]).toEqual([STOPPED, STOPPED]);
    const build = 'build for production';
    expect(await called()).toEqual([expect.stringMatching(/^npm ci( --|$)/), build, build]);
    expect(await lock()).toBe(before);
  });

  test('[OPS-1] continues with the installed Node when it was started with one that is too old', async () => {
    const { start, called } = await copy();
    expect(start('old')).toBe(STOPPED);
    const steps = [expect.stringMatching(/^npm ci( --|$)/), 'build for production', 'packaged node'];
    expect(await called()).toEqual(steps);
  });
});
