import type { GlowMessage } from '@tealight/contract';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

export type MqttLamp = {
  client: MqttClient;
  /** The messages of all topics, oldest first, with payloads as text. */
  received: { topic: string; payload: string; retain: boolean; qos: number }[];
  /** The glows among the messages. */
  glows(): GlowMessage[];
  /** The granted quality of service; 128 for a rejected subscription. */
  subscribe(topic: string): Promise<number>;
  end(): Promise<void>;
};

/** A public MQTT client. Throws when the broker rejects it. */
export async function mqttLamp(url: string, options: IClientOptions = {}): Promise<MqttLamp> {
  const client = connect(url, { reconnectPeriod: 0, connectTimeout: 5000, ...options });
  const received: MqttLamp['received'] = [];
  client.on('message', (topic, payload, { retain, qos }) =>
    received.push({ topic, payload: String(payload), retain, qos }),
  );
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {});
  return {
    client,
    received,
    glows: () =>
      received
        .filter(({ topic }) => topic.endsWith('/glow'))
        .map(({ payload }) => JSON.parse(payload) as GlowMessage),
    subscribe: (topic) =>
      new Promise((resolve) => {
        client.subscribe(topic, (error, granted) => resolve(error ? 128 : (granted?.[0]?.qos ?? 128)));
      }),
    end: () => client.endAsync(true),
  };
}
