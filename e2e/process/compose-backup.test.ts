import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { newFolder, root } from '../support/backup/operator-commands.ts';
import { smallStore } from '../support/backup/small-store.ts';

type Backup = { command: string[]; healthcheck: { test: string[] } };

/** The service `backup` of a compose file, with this folder in the place of its volume, that looks every second. */
async function backupOf(file: string, folder: string) {
  const { services } = parse(await readFile(join(root, 'deploy/docker', file), 'utf8')) as {
    services: { backup: Backup };
  };
  const here = (text = '') =>
    text.replaceAll('$$', '$').replaceAll('/backups', folder).replace('sleep 600', 'sleep 1');
  const { command, healthcheck } = services.backup;
  return { loop: here(command[2]), check: here(healthcheck.test[1]) };
}

/** Runs the loop in a shell, as the container does. */
function started(loop: string, dataDir: string) {
  const child = spawn('sh', ['-c', loop], {
    cwd: root,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return { child, said: () => said };
}

test.skipIf(process.platform === 'win32').each(['compose.yaml', 'compose.many.yaml'])(
  '[OPS-1] the backup of %s is made once a day, however often the container starts, and again after a failure',
  async (file) => {
    const folder = await newFolder();
    const [backups, dataDir] = [join(folder, 'backups'), join(folder, 'data')];
    await mkdir(backups);
    const { loop, check } = await backupOf(file, backups);
    const made = async () => (await readdir(backups)).filter((name) => name.endsWith('.backup')).length;
    const isHealthy = () => spawnSync('sh', ['-c', check]).status === 0;

    const first = started(loop, dataDir);
    await expect.poll(first.said).toMatch(/There is no database/);
    expect([await made(), isHealthy()]).toEqual([0, false]);
    await rename(await smallStore(), dataDir);
    await expect.poll(made).toBe(1);
    await expect.poll(first.said).toMatch(/\.keys/);
    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);

    const second = started(loop, dataDir);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect([await made(), isHealthy(), second.said()]).toEqual([1, true, '']);
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');

    // The first was made while the clock was 40 days ahead.
    const ahead = Date.now() / 1000 + 40 * 24 * 3600;
    for (const name of await readdir(backups)) await utimes(join(backups, name), ahead, ahead);
    expect(isHealthy()).toBe(false);
    const third = started(loop, dataDir);
    await expect.poll(made).toBe(2);
    await expect.poll(third.said).toMatch(/\.keys/);
    expect(isHealthy()).toBe(true);
  },
);
