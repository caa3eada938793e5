import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
