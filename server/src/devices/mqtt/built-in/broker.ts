import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { AdmittedConnection } from '../../../limits/connection-limit.ts';
import { openIncident } from '../../../shared/incident.ts';
import type { Log } from '../../../shared/log.ts';
import { SECOND } from '../../../shared/time-units.ts';
import type { Admission } from '../../authentication/admission.ts';
import { deviceIdentityOf } from '../../device-identity.ts';
import { announcementIn } from '../announcement.ts';
import { deviceIn, deviceTopic, partsOf } from '../topics.ts';
import { guardFrames } from './frame-guard.ts';
import { MqttClient } from './mqtt-client.ts';

/** The longest packet: devices send only an announcement and subscriptions. */
export const MAX_PACKET_BYTES = 4096;
/** Connections with one code. Own choice: more than a household has, and enough for a bridge in a clinic. */
const MAX_CLIENTS = 200;
/** Unread bytes of a client; above this it gets nothing but its glow. */
const MAX_UNREAD_BYTES = 16 * 1024;
const clientLimits = {
  connectTimeout: 10 * SECOND,
  /**
   * Concurrent messages of all wearers: unlimited. With a limit one slow client delays all others,
   * and mqemitter 7 processes a long queue without subscribers recursively, until the stack overflows.
   */
  concurrency: 0,
  /** A client that reads nothing for this long is closed. */
  drainTimeout: 20 * SECOND,
  /** Incomplete QoS 2 messages of a client. */
  maxInflightInbound: 10,
  /** Packets that a client may send before its CONNACK. */
  queueLimit: 20,
  // Ids are made unique by the code below, which makes them longer than the 23 characters of old clients.
  maxClientsIdLength: 128,
} as const;
/** Return codes of a refused connection. Source: MQTT 3.1.1, 3.2.2.3. */
const UNAVAILABLE = 3;
const BAD_USER_NAME = 4;

/** The topic for rejected messages: nobody can subscribe to it. */
const NOWHERE = '$nowhere';

export type Broker = {
  /** Serves MQTT on a connection. It counts as busy once its client is authenticated. */
  handle(
    stream: Duplex,
    request: Pick<IncomingMessage, 'headers' | 'socket'>,
    admitted?: AdmittedConnection,
  ): void;
  /** The wearer's clients. */
  clientsOf(wearerId: number): MqttClient[];
  /** Sends a message to those who are subscribed now; their subscription may lower its quality of service from 1. */
  publish(message: { topic: string; payload: string }): Promise<void>;
  /** Sends the wearer's clients their other retained messages again. */
  sendAgain(wearerId: number): void;
  close(): Promise<void>;
};

/** A retained message. */
export type Retained = { topic: string; payload: string };

export type BrokerDependencies = {
  admission: Admission;
  /** The wearer's retained messages other than the glow that match one of these filters. */
  alsoFor(
    mqttClient: Pick<MqttClient, 'wearerId' | 'code' | 'accountId'>,
    filters: readonly string[],
  ): Promise<readonly Retained[]>;
  counts: MqttCounts;
  log: Log;
};

/** Clients connected now, and clients rejected since the start because their code had too many. */
export type MqttCounts = { open: number; refused: number };

type BrokerClient = Client & { wanted?: string; origin?: ReturnType<Admission['originOf']> };

/** The built-in broker. A client's user name is its wearer's code, and it has access to that wearer's topics only. */
export async function openBroker({ admission, alsoFor, counts, log }: BrokerDependencies): Promise<Broker> {
  const failing = openIncident(log, 'mqtt-failed');
  const mqttClients = new WeakMap<Client, MqttClient>();
  const admittedByClient = new WeakMap<Client, AdmittedConnection>();
  const ofWearer = new Map<number, Set<Client>>();
  const withCode = (clients: ReadonlySet<Client>, code: string): number =>
    [...clients].filter((client) => mqttClients.get(client)?.code === code).length;
  const sendKept = (client: Client, mqttClient: MqttClient, filters: readonly string[]): Promise<void> =>
    mqttClient.inOrder(async () => {
      for (const one of await alsoFor(mqttClient, filters)) send(client, one);
    });
  const broker = await Aedes.createBroker({
    ...clientLimits,
    preConnect(client, packet, done) {
      (client as BrokerClient).wanted = packet.clientId;
      isolateClient(packet);
      done(null, true);
    },
    authenticate(client, userName, _password, done) {
      admit(admission, client as BrokerClient, userName ?? '')
        .then((mqttClient) => {
          failing.worked();
          if (typeof mqttClient === 'number') return done(problemError(mqttClient), false);
          if (client.closed) return mqttClient.leave();
          const { wearerId } = mqttClient;
          const others = ofWearer.get(wearerId) ?? new Set();
          if (withCode(others, mqttClient.code) >= MAX_CLIENTS) {
            mqttClient.leave();
            counts.refused += 1;
            return done(problemError(UNAVAILABLE), false);
          }
          ofWearer.set(wearerId, others.add(client));
          counts.open += 1;
          mqttClients.set(client, mqttClient);
          admittedByClient.get(client)?.setBusy();
          // The broker does not report every disconnect: of two clients with one id it may miss one.
          client.conn.once('close', () => {
            mqttClient.leave();
            counts.open -= 1;
            others.delete(client);
            if (others.size === 0 && ofWearer.get(wearerId) === others) ofWearer.delete(wearerId);
          });
          done(null, true);
        })
        .catch((error: unknown) => {
          failing.failed(error);
          client.close();
        });
    },
    authorizePublish(client, packet, done) {
      const mqttClient = client === null ? undefined : mqttClients.get(client);
      if (client !== null && !client.closed && mqttClient?.countPacket() === false)
        return done(new Error('too much'));
      // A message without a client is the broker's own.
      if (client !== null) receiveAnnouncement(mqttClient, packet);
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const mqttClient = mqttClients.get(client);
      if (mqttClient === undefined || partsOf(subscription.topic)?.code !== mqttClient.code) {
        return done(null, null);
      }
      // The notification of a replaced code may be late. A store that fails keeps no lamp dark: it is checked again.
      const checked = admission.isCurrent(mqttClient.code).catch(() => true);
      void checked.then((isCurrent) => {
        if (!isCurrent) client.close();
        done(null, isCurrent && mqttClient.addFilter(subscription.topic) ? subscription : null);
      });
    },
    // What a slow client has not read must neither accumulate nor delay other clients.
    authorizeForward: (client, packet) => (client.conn.writableLength > MAX_UNREAD_BYTES ? null : packet),
  });
  broker.on('subscribe', (subscriptions, client) => {
    const mqttClient = mqttClients.get(client);
    if (mqttClient === undefined) return;
    if (!mqttClient.countPacket()) return client.close();
    mqttClient.subscribe(subscriptions);
    const filters = subscriptions.filter(({ qos }) => qos < 128).map(({ topic }) => topic);
    void sendKept(client, mqttClient, filters);
  });
  // Without a listener the broker's own errors would end the process.
  (broker as EventEmitter).on('error', (error) => failing.failed(error));
  broker.on('unsubscribe', (filters, client) => {
    mqttClients.get(client)?.unsubscribe(filters);
    if (mqttClients.get(client)?.countPacket() === false) client.close();
  });
  broker.on('ping', (_packet, client) => {
    if (mqttClients.get(client)?.countPacket() === false) client.close();
  });
  broker.on('clientDisconnect', (client) => mqttClients.get(client)?.leave());
  // The broker closes a client that breaks the protocol or the connection; nothing else to do.
  broker.on('clientError', (client) => mqttClients.get(client)?.leave());
  broker.on('connectionError', () => {});
  const streams = new Set<Duplex>();
  return {
    handle(stream, request, admitted) {
      if (broker.closed) return void stream.destroy();
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      guardFrames(stream, MAX_PACKET_BYTES);
      const client: BrokerClient = broker.handle(stream);
      if (admitted !== undefined) admittedByClient.set(client, admitted);
      client.origin = admission.originOf(request as IncomingMessage);
    },
    clientsOf: (wearerId) =>
      [...(ofWearer.get(wearerId) ?? [])].flatMap((client) => mqttClients.get(client) ?? []),
    publish: (message) =>
      new Promise((resolve) =>
        broker.publish({ cmd: 'publish', ...message, qos: 1, retain: false, dup: false }, () => resolve()),
      ),
    sendAgain(wearerId) {
      for (const client of ofWearer.get(wearerId) ?? []) {
        const mqttClient = mqttClients.get(client);
        if (mqttClient !== undefined) void sendKept(client, mqttClient, mqttClient.filters);
      }
    },
    async close() {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      // The broker closes its clients; a connection without a CONNECT would keep the port open.
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Devices of two wearers with the same id must not disconnect each other; nothing is queued for an offline client. */
function isolateClient(packet: ConnectPacket): void {
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
  packet.clean = true;
}

async function admit(
  admission: Admission,
  client: BrokerClient,
  userName: string,
): Promise<MqttClient | number> {
  const { origin = { network: '', agent: '' }, wanted } = client;
  const hello = { code: userName, kind: 'mqtt', ...(wanted && { id: wanted.slice(0, 64) }) };
  const admitted = await admission.admit(hello, origin);
  if ('failed' in admitted) return UNAVAILABLE;
  // A client that has to wait must try again: after "not authorized" Home Assistant does not.
  if ('refused' in admitted) return admitted.refused === 'wrong-code' ? BAD_USER_NAME : UNAVAILABLE;
  const identity = deviceIdentityOf(admitted.identity, hello, origin);
  return new MqttClient({ client, identity, origin, join: admission.join });
}

function problemError(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}

/** An announcement on the client's own topic is forwarded to its subscribers; everything else is dropped. */
function receiveAnnouncement(mqttClient: MqttClient | undefined, packet: PublishPacket): void {
  const parts = partsOf(packet.topic);
  const deviceId = parts !== null && parts.code === mqttClient?.code ? deviceIn(parts.rest) : null;
  const announcement = deviceId === null ? null : announcementIn(String(packet.payload));
  packet.retain = false;
  if (mqttClient === undefined || deviceId === null || announcement === null) {
    packet.topic = NOWHERE;
    packet.payload = '';
    return;
  }
  packet.topic = deviceTopic(mqttClient.code, deviceId);
  mqttClient.announce(deviceId, announcement);
}

function send(client: Client, { topic, payload }: Retained): void {
  client.publish({ cmd: 'publish', topic, payload, retain: true, qos: 0, dup: false }, () => {});
}
