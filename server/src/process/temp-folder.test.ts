import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTempFolder } from './temp-folder.ts';

const module = new URL('./temp-folder.ts', import.meta.url).href;

/** A process with a temporary folder with a file in it, which runs until it is killed. */
async function startProcess(parent: string) {
  const program = `import { openTempFolder } from '${module}';
    globalThis.held = openTempFolder(process.argv[1]); process.stdout.write(held.path); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [path] = (await once(child.stdout, 'data')) as [Buffer];
  const folder = String(path);
  mkdirSync(join(folder, 'profile'));
  writeFileSync(join(folder, 'profile', 'Cookies'), 'x');
  return { folder, kill: () => Promise.all([once(child, 'exit'), child.kill('SIGKILL')]) };
}

test.skipIf(process.platform === 'win32')(
  '[HUB-4] a start removes the temporary folder of a killed process, and no other',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'temp-folder-test-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const [killed, running] = [await startProcess(parent), await startProcess(parent)];
    const foreign = join(parent, 'playwright_chromiumdev_profile-foreign');
    mkdirSync(foreign);
    await killed.kill();
    await using own = openTempFolder(parent);
    expect(existsSync(killed.folder)).toBe(false);
    expect(existsSync(join(running.folder, 'profile', 'Cookies'))).toBe(true);
    expect([existsSync(foreign), existsSync(own.path)]).toEqual([true, true]);
  },
);

const STARTERS = 4;
const STARTS = 150;

/** A process that opens folders one after the other; how many it could not open, or were removed while it had them. */
async function startAgainAndAgain(parent: string): Promise<string> {
  const program = `import { openTempFolder } from '${module}';
    import { existsSync } from 'node:fs';
    const problems = [];
    for (let start = 0; start < ${STARTS}; start += 1) {
      try {
        const folder = openTempFolder(process.argv[1]);
        if (!existsSync(folder.path + '/lock')) problems.push('removed at once');
        await new Promise(setImmediate);
        if (!existsSync(folder.path + '/lock')) problems.push('removed');
        await folder[Symbol.asyncDispose]();
      } catch (error) {
        problems.push(error.message);
      }
    }
    process.stdout.write(JSON.stringify(problems));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [[output]] = (await Promise.all([once(child.stdout, 'data'), once(child, 'exit')])) as [
    [Buffer],
    unknown,
  ];
  return String(output);
}

test.skipIf(process.platform === 'win32')(
  '[HUB-4] processes that start at the same moment do not remove each other’s temporary folders',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'temp-folder-test-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const problems = await Promise.all(Array.from({ length: STARTERS }, () => startAgainAndAgain(parent)));
    expect(problems).toEqual(Array(STARTERS).fill('[]'));
    // Two that remove the same folder may leave it, empty.
    expect(readdirSync(parent).flatMap((name) => readdirSync(join(parent, name)))).toEqual([]);
  },
);
