import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { newFolder, root } from '../support/backup/operator-commands.ts';
import { smallStore } from '../support/backup/small-store.ts';
import { freePort } from '../support/free-port.ts';

const page = await readFile(join(root, 'docs/backup.md'), 'utf8');
/** The commands of the page, in its order: lines of its examples that start a program of Tealight. */
const commands = page
  .split('\n')
  .filter((line) => /^ {4,}/.test(line) && /(npm run|node server)/.test(line))
  .map((line) => line.trim());

/** As it is written on the page for a machine of an operator, on this one. */
function onThisMachine(command: string, places: Record<string, string>): string {
  const bare = command
    .replace(/^(?:\S+ \S+ \* \* \*) /, '')
    .replace(/^docker compose exec -T backup /, '')
    .replace('/usr/bin/node', 'node');
  return Object.entries(places).reduce((text, [written, real]) => text.replaceAll(written, real), bare);
}

async function inShell(command: string, environment: Record<string, string>) {
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env;
  const path = `${dirname(process.execPath)}:${PATH}`;
  const child = spawn('sh', ['-c', `exec 2>&1; trap : TERM; ${command}`], {
    cwd: root,
    env: { HOME, NODE_COMPILE_CACHE, PATH: path, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // A server that has started is what the command is for.
    if (text.includes('Tealight  http')) process.kill(-(child.pid ?? 0), 'SIGTERM');
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, output };
}

test.skipIf(process.platform === 'win32')(
  '[OPS-1] every command of the page about backups works as it is written',
  async () => {
    expect(commands.length).toBeGreaterThan(8);
    const [dataDir, folder] = [await smallStore(), await newFolder()];
    const database = (await postgresAnswers()) ? await freshDatabase('postgres') : null;
    if (database !== null) onTestFinished(database.drop);
    const fixed = {
      '/opt/tealight': root,
      '/var/lib/tealight-restored': join(folder, 'restored'),
      '/tmp/rehearsal': join(folder, 'rehearsal'),
      '/var/lib/tealight': dataDir,
      '/safe': join(folder, 'safe'),
      '/backups': join(folder, 'backups'),
      'postgres://tealight@db.example.org:5432/tealight': `'${database?.environment.DATABASE_URL}'`,
      'PORT=3999': `PORT=${await freePort()} MQTT_PORT=${await freePort()}`,
    };
    for (const command of commands) {
      if (command.includes('run move') && database === null) continue;
      const encrypted = command.includes('BACKUP_PASSPHRASE') ? 'safe' : 'backups';
      const newest = await newestStamp(folder, encrypted);
      if (!command.includes('rehearsal'))
        await rm(join(folder, 'restored'), { recursive: true, force: true });
      const here = onThisMachine(command, { ...fixed, '2026-11-23T03-00-00.000Z': newest });
      const { code, output } = await inShell(here, { DATA_DIR: dataDir });
      expect(code, `${command}\n${output}`).toBe(0);
    }
  },
);

/** The time in the name of the newest backup whose keys are in this folder. */
async function newestStamp(folder: string, keyFolder: string): Promise<string> {
  const names = await readdir(join(folder, keyFolder)).catch(() => []);
  const keys = names.filter((name) => name.endsWith('.keys')).sort();
  return keys.at(-1)?.slice('tealight-'.length, -'.keys'.length) ?? 'none';
}
