import type { Unit } from '@tealight/glucose';
import type { Log } from '../../log.ts';
import type { Entrance } from '../entrance.ts';
import { type BrokerParts, openBroker, PACKET_MAX_BYTES } from './broker.ts';
import { discoveryFor, HOME_PREFIX } from './home-assistant.ts';
import { listenTo, type MqttPort, mqttUpgrade, portOf } from './listen.ts';
import { belowCode, takesIn } from './topics.ts';

export type MqttParts = {
  entrance: Entrance;
  store: { wearers: { byId(id: number): Promise<{ code: string; range: { unit: Unit } | null } | null> } };
  port: MqttPort;
  publicUrl: string;
  version: string;
  log: Log;
};

export type Mqtt = AsyncDisposable & { port: number; upgrade: ReturnType<typeof mqttUpgrade> };

/** The built-in broker, on a port of its own and over WebSocket. Throws `PortTaken`. */
export async function openMqtt(parts: MqttParts): Promise<Mqtt> {
  const broker = await openBroker({ entrance: parts.entrance, alsoFor: homeFor(parts), log: parts.log });
  const server = await listenTo(broker, parts.port);
  parts.log.info({ event: 'mqtt-listening', host: parts.port.host, port: portOf(server) });
  return {
    port: portOf(server),
    upgrade: mqttUpgrade(broker, PACKET_MAX_BYTES),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      await broker.close();
      await closed;
    },
  };
}

/** A Home Assistant that takes Tealight for its broker looks for devices below the wearer's code. */
function homeFor({ store, publicUrl, version, log }: MqttParts): BrokerParts['alsoFor'] {
  return async ({ wearerId, code }, filters) => {
    try {
      const unit = (await store.wearers.byId(wearerId))?.range?.unit ?? 'mg/dL';
      const about = { wearerId, code, unit, publicUrl, version };
      const discovery = discoveryFor(about, belowCode(code, HOME_PREFIX));
      return filters.some((filter) => takesIn(filter, discovery.topic)) ? [discovery] : [];
    } catch (error) {
      log.warn({ event: 'discovery-unread', err: error });
      return [];
    }
  };
}
