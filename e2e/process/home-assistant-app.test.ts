import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pack } from '../../deploy/home-assistant/pack.ts';
import { freePort } from '../support/free-port.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

test.runIf(existsSync(join(checkout, 'web/dist/index.html')))(
  '[OPS-1] the packed app for Home Assistant starts the server with the options of the supervisor',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tealight-app-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await pack(folder);
    // As the Dockerfile of the app does; its packages are those of this checkout.
    const app = join(folder, 'source');
    cpSync(join(folder, 'run.ts'), join(app, 'run.ts'));
    symlinkSync(join(checkout, 'node_modules'), join(app, 'node_modules'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const file = join(folder, 'options.json');
    const options = {
      public_url: url,
      trusted_proxies: ['127.0.0.1'],
      mail_from: 'hello@example.org',
      log_level: 'warn',
    };
    writeFileSync(file, JSON.stringify({ ...options, private_endpoints: true }));
    const env = {
      PATH: process.env.PATH,
      PORT: String(port),
      MQTT_PORT: '0',
      DATA_DIR: join(folder, 'data'),
    };
    const server = spawn(process.execPath, ['run.ts', file], {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    server.stdout.on('data', (piece) => {
      said += String(piece);
    });
    const exited = once(server, 'exit');
    await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200));
    expect(said).toContain(url);
    expect(await (await fetch(`${url}/login`)).text()).toContain('/assets/');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
