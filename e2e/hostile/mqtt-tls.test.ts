import { readFileSync } from 'node:fs';
import { connect as connectRaw } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { currentUser, pairing } from '@tealight/contract';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { certificate } from '../support/certificate.ts';
import { realProcess } from '../support/real-process.ts';

test('[DEV-2] with a certificate the broker accepts only TLS, and devices get that address', async () => {
  const { cert, key } = certificate();
  await using tealight = await realProcess({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key });
  const { token } = await wearerOf(tealight.url);
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(tealight.url + path, { headers })).json() as Promise<Record<string, string>>;
  };
  expect((await get(pairing.path)).mqtt).toBe(`mqtts://127.0.0.1:${tealight.mqttPort}`);
  const { connectionCode: username = '' } = await get(currentUser.path);
  const address = `mqtts://localhost:${tealight.mqttPort}`;
  const client = await connectAsync(address, { username, ca: readFileSync(cert), reconnectPeriod: 0 }, false);
  const glow = new Promise<string>((resolve) =>
    client.once('message', (_, message) => resolve(String(message))),
  );
  await client.subscribeAsync(`tealight/${username}/glow`);
  expect(JSON.parse(await glow)).toMatchObject({ stale: true });
  await client.endAsync();
  const plain = connectAsync(
    `mqtt://localhost:${tealight.mqttPort}`,
    { username, reconnectPeriod: 0 },
    false,
  );
  await expect(plain).rejects.toThrow();
});

test('[DEV-2] clients that never complete a handshake do not crash the broker', async () => {
  const { cert, key } = certificate();
  await using tealight = await realProcess({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key });
  const [port, host] = [tealight.mqttPort, '127.0.0.1'];
  for (let index = 0; index < 200; index += 1) {
    const raw = connectRaw({ port, host });
    raw.on('error', () => {}).write(index % 2 === 0 ? '\x16\x03\x01\x02' : 'GET / HTTP/1.1\r\n\r\n');
    if (index % 3 === 0) setTimeout(() => raw.resetAndDestroy(), 50);
    onTestFinished(() => void raw.destroy());
  }
  const secured = connectTls({ port, host: 'localhost', ca: readFileSync(cert), servername: 'localhost' });
  await new Promise((resolve, reject) => secured.once('secureConnect', resolve).once('error', reject));
  secured.destroy();
  expect(tealight.said()).not.toMatch(/"level":(50|60)/);
});

test('[OPS-3] invalid certificate files stop the start with an error that names the variables', async () => {
  const { key } = certificate();
  await expect(realProcess({ MQTT_TLS_CERT: key, MQTT_TLS_KEY: key })).rejects.toThrow('MQTT_TLS_CERT');
  await expect(realProcess({ MQTT_TLS_CERT: '/nowhere', MQTT_TLS_KEY: key })).rejects.toThrow('ENOENT');
});
