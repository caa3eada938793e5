import type { Server as TlsServer } from 'node:tls';
import type { Change } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import {
  type ConnectionLimit,
  connectionLimits,
  openConnectionLimit,
} from '../../../limits/connection-limit.ts';
import { followTlsFiles, readTlsFiles, type TlsFiles } from '../../../process/tls-files.ts';
import type { TrustedProxies } from '../../../shared/client-address.ts';
import { openIncident } from '../../../shared/incident.ts';
import type { Log } from '../../../shared/log.ts';
import type { Admission } from '../../authentication/admission.ts';
import { DISCOVERY_PREFIX, discoveryFor } from '../home-assistant.ts';
import { belowCode, takesIn } from '../topics.ts';
import { type AlarmMessagesDependencies, openAlarmMessages } from './alarm-messages.ts';
import { type BrokerDependencies, MAX_PACKET_BYTES, type MqttCounts, openBroker } from './broker.ts';
import { listenTo, type MqttPort, mqttUpgrade, portOf } from './listen.ts';

export type MqttDependencies = {
  admission: Admission;
  store: AlarmMessagesDependencies['store'] & {
    wearers: { byId(id: number): Promise<{ code: string; range: { unit: Unit } | null } | null> };
  };
  changes: { subscribe(listener: (wearerId: number, change: Change) => void): () => void };
  port: Omit<MqttPort, 'tls'> & { tls: TlsFiles | null };
  /** Counts its connections. */
  connections?: ConnectionLimit;
  trustedProxies: TrustedProxies;
  publicUrl: string;
  version: string;
  log: Log;
  /** Epoch ms by the clock that nodes share. */
  sharedNow?: () => number;
};

export type Mqtt = AsyncDisposable & {
  port: number;
  /** Whether the port speaks TLS. */
  isTls: boolean;
  upgrade: ReturnType<typeof mqttUpgrade>;
  counts: Readonly<MqttCounts>;
};

/** The built-in broker, on its own port and over WebSocket. Throws `PortTaken`. */
export async function openMqtt(dependencies: MqttDependencies): Promise<Mqtt> {
  const counts: MqttCounts = { open: 0, refused: 0 };
  const broker = await openBroker({
    admission: dependencies.admission,
    alsoFor: homeFor(dependencies),
    counts,
    log: dependencies.log,
  });
  const { store, log, sharedNow: now = Date.now } = dependencies;
  const alarmMessages = openAlarmMessages({ store, broker, log, now });
  // The glucose unit is part of Home Assistant's discovery message.
  const unsubscribe = dependencies.changes.subscribe((wearerId, change) => {
    if (change === 'range') broker.sendAgain(wearerId);
    if (change === 'alarms') alarmMessages.changed(wearerId);
  });
  const files = dependencies.port.tls;
  const tls = files === null ? null : await readTlsFiles(files, 'mqtt');
  const server = await listenTo(
    broker,
    { ...dependencies.port, tls },
    {
      limit: dependencies.connections ?? openConnectionLimit(connectionLimits({ byAddress: false })),
      trusted: dependencies.trustedProxies,
    },
  );
  dependencies.log.info({
    event: 'mqtt-listening',
    host: dependencies.port.host,
    port: portOf(server),
    tls: tls !== null,
  });
  const following =
    files === null
      ? null
      : followTlsFiles(server as TlsServer, files, { use: 'mqtt', log: dependencies.log });
  return {
    port: portOf(server),
    isTls: tls !== null,
    counts,
    upgrade: mqttUpgrade(broker, MAX_PACKET_BYTES),
    async [Symbol.asyncDispose]() {
      following?.[Symbol.dispose]();
      unsubscribe();
      alarmMessages[Symbol.dispose]();
      const closed = new Promise((resolve) => server.close(resolve));
      await broker.close();
      await closed;
    },
  };
}

/** A Home Assistant that uses Tealight as its broker finds devices below the owner's code; not below a follower's. */
function homeFor({ store, publicUrl, version, log }: MqttDependencies): BrokerDependencies['alsoFor'] {
  const reading = openIncident(log, 'discovery-unread', { level: 'warn' });
  return async ({ wearerId, code, accountId }, filters) => {
    if (accountId !== null) return [];
    try {
      const unit = (await store.wearers.byId(wearerId))?.range?.unit ?? 'mg/dL';
      reading.worked();
      const about = { wearerId, code, unit, publicUrl, version };
      const discovery = discoveryFor(about, belowCode(code, DISCOVERY_PREFIX));
      return filters.some((filter) => takesIn(filter, discovery.topic)) ? [discovery] : [];
    } catch (error) {
      reading.failed(error);
      return [];
    }
  };
}
