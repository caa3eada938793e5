import type { MqttClient } from 'mqtt';
import type { Lamp } from '../player.ts';
import { wledState } from './wled.ts';

export type WledMqttSettings = {
  /** The home's own broker, like `mqtt://192.168.1.5:1883`. */
  broker: string;
  /** WLED's device topic, like `wled/4f2a1c`. */
  topic: string;
  segment?: number;
};

/** WLED by MQTT: its `/api` topic takes the JSON of its JSON API. Source: kno.wled.ge, "MQTT". */
export function wledMqtt({ broker, topic, segment = 0 }: WledMqttSettings): Lamp {
  let client: Promise<MqttClient> | null = null;
  const connected = async (): Promise<MqttClient> => {
    const { connectAsync } = await import('mqtt');
    return connectAsync(broker, { connectTimeout: 3000 });
  };
  return {
    name: `WLED ${topic}`,
    async show(look, fadeMs) {
      client ??= connected();
      try {
        const open = await client;
        if (!open.connected) throw new Error('the broker is unreachable');
        await open.publishAsync(`${topic}/api`, JSON.stringify(wledState(look, fadeMs, segment)));
      } catch (error) {
        void client?.then((open) => open.end(true)).catch(() => {});
        client = null;
        throw error;
      }
    },
    close: () => void client?.then((open) => open.end(true)).catch(() => {}),
  };
}
