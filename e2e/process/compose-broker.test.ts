import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.ts';
import { hasMosquitto } from '../support/own-broker.ts';

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/docker/${name}`, import.meta.url)), 'utf8');
const PASSWORD = 'a password with $signs and "quotes"';

type Compose = { services: { mosquitto: { command: string[] } } };

/** Starts Mosquitto by the command and with the settings of compose.many.yaml; paths and the port are replaced. */
async function composedBroker(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-mosquitto-'));
  const port = await freePort();
  const [shell = '', option = '', script = ''] = (
    parse(shipped('compose.many.yaml'), { merge: true }) as Compose
  ).services.mosquitto.command;
  const here = (text: string) =>
    text
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/mosquitto/config/', `${folder}/`)
      .replaceAll('/mosquitto/data/', `${folder}/`)
      .replace('listener 1883', `listener ${port} 127.0.0.1`);
  // The tests run as root, where Mosquitto would change to another user; in the image it is that user from the start.
  writeFileSync(join(folder, 'mosquitto.conf'), `${here(shipped('mosquitto.conf'))}user root\n`);
  const child = spawn(shell, [option, here(script).replaceAll('$$', '$')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin`, MQTT_PASSWORD: PASSWORD },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
}

test.runIf(hasMosquitto())(
  '[OPS-2] the broker of compose.many.yaml accepts the nodes by their password, and nobody else',
  async () => {
    const port = await composedBroker();
    const login = async (username?: string, password?: string) => {
      const options = { ...(username && { username }), ...(password && { password }), reconnectPeriod: 0 };
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
      await client.endAsync();
    };
    await vi.waitFor(() => login('tealight', PASSWORD));
    await expect(login('tealight', 'another')).rejects.toThrow();
    await expect(login('another', PASSWORD)).rejects.toThrow();
    await expect(login()).rejects.toThrow();
  },
);
