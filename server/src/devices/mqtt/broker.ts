import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { Admitted } from '../../connection-limit.ts';
import type { Log } from '../../log.ts';
import { SECOND } from '../../times.ts';
import type { Entrance } from '../entrance.ts';
import { visitorOf } from '../visitor.ts';
import { announcementIn } from './announcement.ts';
import { guardFrames } from './frame-guard.ts';
import { Seat } from './seat.ts';
import { deviceIn, deviceTopic, partsOf } from './topics.ts';

/** A device has little to say: its announcement and its subscriptions. */
export const PACKET_MAX_BYTES = 4096;
/** Connections of one wearer. Own choice: more than a household has, and what a bridge for a clinic may need. */
const MOST_CLIENTS = 200;
/** Bytes that a client has not read; beyond it, it is sent nothing but its glow. */
const UNREAD_MAX_BYTES = 16 * 1024;
const clientLimits = {
  connectTimeout: 10 * SECOND,
  /**
   * Messages under way at a time, of all wearers together: without a limit. With one a slow client holds up all others,
   * and mqemitter 7 takes a long queue that nobody subscribed to by recursion, until the stack ends the process.
   */
  concurrency: 0,
  /** A client that reads nothing for so long is closed. */
  drainTimeout: 20 * SECOND,
  /** Messages of quality 2 that a client has begun and not completed. */
  maxInflightInbound: 10,
  /** Packets that a client sends before it is told that it may. */
  queueLimit: 20,
  // Ids are told apart by code below, which makes them longer than the 23 characters of old clients.
  maxClientsIdLength: 128,
} as const;
/** Return codes of a refused connection. Source: MQTT 3.1.1, 3.2.2.3. */
const UNAVAILABLE = 3;
const BAD_USER_NAME = 4;
const NOT_AUTHORIZED = 5;

/** Where what nobody may publish goes: nobody can subscribe to it. */
const NOWHERE = '$nowhere';

export type Broker = {
  /** Speaks MQTT with whoever is at the other end. Its place among the connections is kept once it was let in. */
  handle(stream: Duplex, request: Pick<IncomingMessage, 'headers' | 'socket'>, place?: Admitted): void;
  /** Sends the wearer's clients again what stands for them beside the glow. */
  sendAgain(wearerId: number): void;
  close(): Promise<void>;
};

/** A message that stands for whoever subscribes. */
export type Retained = { topic: string; payload: string };

export type BrokerParts = {
  entrance: Entrance;
  /** What stands for the wearer's clients beside the glow, as far as one of these filters takes it in. */
  alsoFor(seat: Pick<Seat, 'wearerId' | 'code'>, filters: readonly string[]): Promise<readonly Retained[]>;
  counts: MqttCounts;
  log: Log;
};

/** Clients that were let in and are open now, and those that found their wearer's places taken, since the start. */
export type MqttCounts = { open: number; refused: number };

type Guest = Client & { wanted?: string; origin?: ReturnType<Entrance['originOf']> };

/** The built-in broker. A client's user name is its wearer's code, and it reaches nothing beyond that. */
export async function openBroker({ entrance, alsoFor, counts, log }: BrokerParts): Promise<Broker> {
  const seats = new WeakMap<Client, Seat>();
  const places = new WeakMap<Client, Admitted>();
  const ofWearer = new Map<number, Set<Client>>();
  const sendKept = async (client: Client, seat: Seat, filters: readonly string[]): Promise<void> => {
    for (const one of await alsoFor(seat, filters)) send(client, one);
  };
  const broker = await Aedes.createBroker({
    ...clientLimits,
    preConnect(client, packet, done) {
      (client as Guest).wanted = packet.clientId;
      standAlone(packet);
      done(null, true);
    },
    authenticate(client, userName, _password, done) {
      admit(entrance, client as Guest, userName ?? '')
        .then((seat) => {
          if (typeof seat === 'number') return done(refusal(seat), false);
          if (client.closed) return;
          const { wearerId } = seat;
          const others = ofWearer.get(wearerId) ?? new Set();
          if (others.size >= MOST_CLIENTS) {
            counts.refused += 1;
            return done(refusal(UNAVAILABLE), false);
          }
          ofWearer.set(wearerId, others.add(client));
          counts.open += 1;
          seats.set(client, seat);
          places.get(client)?.busy();
          // The broker does not report every client that goes: of two with one id it may forget one.
          client.conn.once('close', () => {
            seat.left();
            counts.open -= 1;
            others.delete(client);
            if (others.size === 0 && ofWearer.get(wearerId) === others) ofWearer.delete(wearerId);
          });
          done(null, true);
        })
        .catch((error: unknown) => {
          log.error({ event: 'mqtt-failed', err: error });
          client.close();
        });
    },
    authorizePublish(client, packet, done) {
      const seat = client === null ? undefined : seats.get(client);
      if (client !== null && !client.closed && seat?.spoke() === false) return done(new Error('too much'));
      // Without a client it is the broker's own word.
      if (client !== null) hear(seat, packet);
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const seat = seats.get(client);
      const mine = seat !== undefined && partsOf(subscription.topic)?.code === seat.code;
      done(null, mine && seat.maySubscribe(subscription.topic) ? subscription : null);
    },
    // What a slow client has not read yet must neither pile up nor hold up what others are sent.
    authorizeForward: (client, packet) => (client.conn.writableLength > UNREAD_MAX_BYTES ? null : packet),
  });
  broker.on('subscribe', (subscriptions, client) => {
    const seat = seats.get(client);
    if (seat === undefined) return;
    if (!seat.spoke()) return client.close();
    seat.subscribed(subscriptions);
    const filters = subscriptions.filter(({ qos }) => qos < 128).map(({ topic }) => topic);
    void sendKept(client, seat, filters);
  });
  // Without a listener the broker's own errors would end the process.
  (broker as EventEmitter).on('error', (error) => log.error({ event: 'mqtt-failed', err: error }));
  broker.on('unsubscribe', (filters, client) => {
    seats.get(client)?.unsubscribed(filters);
    if (seats.get(client)?.spoke() === false) client.close();
  });
  broker.on('ping', (_packet, client) => {
    if (seats.get(client)?.spoke() === false) client.close();
  });
  broker.on('clientDisconnect', (client) => seats.get(client)?.left());
  // A client that breaks the rules or off is closed by the broker; there is nothing more to do.
  broker.on('clientError', (client) => seats.get(client)?.left());
  broker.on('connectionError', () => {});
  const streams = new Set<Duplex>();
  return {
    handle(stream, request, place) {
      if (broker.closed) return void stream.destroy();
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      guardFrames(stream, PACKET_MAX_BYTES);
      const client: Guest = broker.handle(stream);
      if (place !== undefined) places.set(client, place);
      client.origin = entrance.originOf(request as IncomingMessage);
    },
    sendAgain(wearerId) {
      for (const client of ofWearer.get(wearerId) ?? []) {
        const seat = seats.get(client);
        if (seat !== undefined) void sendKept(client, seat, seat.filters);
      }
    },
    async close() {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      // The broker closes those that it has let in; whoever is still at the door would keep the port open.
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Two wearers' devices of one name must not push each other out; and nothing is queued for one who is away. */
function standAlone(packet: ConnectPacket): void {
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
  packet.clean = true;
}

async function admit(entrance: Entrance, client: Guest, userName: string): Promise<Seat | number> {
  const { origin = { network: '', agent: '' }, wanted } = client;
  const hello = { code: userName, kind: 'mqtt', ...(wanted && { id: wanted.slice(0, 64) }) };
  const admitted = await entrance.admit(hello, origin);
  if ('failed' in admitted) return UNAVAILABLE;
  if ('refused' in admitted) return admitted.refused === 'wrong-code' ? BAD_USER_NAME : NOT_AUTHORIZED;
  const visitor = visitorOf(admitted.visitor, hello, origin);
  return new Seat({ client, visitor, origin, join: entrance.join });
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}

/** An announcement on the client's own topic goes on to whoever listens there; everything else goes nowhere. */
function hear(seat: Seat | undefined, packet: PublishPacket): void {
  const parts = partsOf(packet.topic);
  const deviceId = parts !== null && parts.code === seat?.code ? deviceIn(parts.rest) : null;
  const said = deviceId === null ? null : announcementIn(String(packet.payload));
  packet.retain = false;
  if (seat === undefined || deviceId === null || said === null) {
    packet.topic = NOWHERE;
    packet.payload = '';
    return;
  }
  packet.topic = deviceTopic(seat.code, deviceId);
  seat.announced(deviceId, said);
}

function send(client: Client, { topic, payload }: Retained): void {
  client.publish({ cmd: 'publish', topic, payload, retain: true, qos: 0, dup: false }, () => {});
}
