import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Config } from '../config/config.ts';
import { SECOND } from '../shared/time-units.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, problem } = findingsOf('broker');
const WITHIN_MS = 6 * SECOND;

/** Connects to the external broker, publishes to a topic of its own, and reads it back. */
export async function checkBroker({ mqtt, roles }: Config): Promise<Finding[]> {
  if (mqtt.url === null || !roles.has('devices')) return [];
  let client: MqttClient;
  try {
    const options = {
      connectTimeout: WITHIN_MS,
      reconnectPeriod: 0,
      clientId: `tealight-doctor-${randomUUID().slice(0, 8)}`,
    };
    client = await connectAsync(mqtt.url, options, false);
  } catch (error) {
    return [connectFinding(error)];
  }
  const isBack = await readBack(client).catch(() => false);
  await client.endAsync(true);
  return isBack
    ? [ok('The broker passes on what is published')]
    : [
        problem(
          'The broker accepts the login, and does not pass on what is published',
          'Let this login read and write tealight/#.',
        ),
      ];
}

function connectFinding(error: unknown): Finding {
  const code = codeOf(error);
  // [MQTT 3.1.1 §3.2.2.3] 4: bad user name or password, 5: not authorized.
  if (code === '4' || code === '5')
    return problem('The broker rejects the login', 'Correct the user name and password in MQTT_URL.');
  return problem(
    `The broker cannot be reached (${code})`,
    'See that it runs, and correct host and port in MQTT_URL.',
  );
}

/** Below `tealight/`, which the server uses, too; the name is no connection code. */
async function readBack(client: MqttClient): Promise<boolean> {
  const [topic, text] = [`tealight/doctor-${randomUUID()}`, randomUUID()];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), WITHIN_MS);
  client.on('message', (from, payload) => {
    if (from === topic && String(payload) === text) resolve(true);
  });
  client.on('close', () => resolve(false));
  await client.subscribeAsync(topic, { qos: 1 });
  await client.publishAsync(topic, text, { qos: 1 });
  return promise.finally(() => clearTimeout(timer));
}
