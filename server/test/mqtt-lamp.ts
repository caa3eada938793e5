import type { GlowMessage } from '@tealight/contract';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

export type MqttLamp = {
  client: MqttClient;
  /** What came on any topic, oldest first; payloads as text. */
  heard: { topic: string; payload: string; retain: boolean }[];
  /** What came as a glow. */
  glows(): GlowMessage[];
  /** The answer to a subscription: the granted quality, 128 for a refused one. */
  subscribe(topic: string): Promise<number>;
  end(): Promise<void>;
};

/** A public MQTT client; rejects with the broker's refusal. */
export async function mqttLamp(url: string, options: IClientOptions = {}): Promise<MqttLamp> {
  const client = connect(url, { reconnectPeriod: 0, connectTimeout: 5000, ...options });
  const heard: MqttLamp['heard'] = [];
  client.on('message', (topic, payload, { retain }) =>
    heard.push({ topic, payload: String(payload), retain }),
  );
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {});
  return {
    client,
    heard,
    glows: () =>
      heard
        .filter(({ topic }) => topic.endsWith('/glow'))
        .map(({ payload }) => JSON.parse(payload) as GlowMessage),
    subscribe: (topic) =>
      new Promise((resolve) => {
        client.subscribe(topic, (error, granted) => resolve(error ? 128 : (granted?.[0]?.qos ?? 128)));
      }),
    end: () => client.endAsync(true),
  };
}
