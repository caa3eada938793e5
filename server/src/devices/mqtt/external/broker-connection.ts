import { setTimeout as pause } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import type { Log } from '../../../shared/log.ts';
import { SECOND } from '../../../shared/time-units.ts';

/** After a connection that ended or could not be made. Own choice. */
const RECONNECT_MS = 2 * SECOND;
const CONNECT_WITHIN_MS = 10 * SECOND;
/** A silent broker is detected within 1.5 times this: the client pings and waits half of it for the response. */
const KEEPALIVE_S = 8;
/** A broker that does not confirm within this counts as frozen, and the connection is closed. Own choice. */
const CONFIRM_WITHIN_MS = 5 * SECOND;

/** The broker cannot be reached. Everything is published again when it is back. */
export class BrokerAway extends Error {
  override readonly name = 'BrokerAway';
}

export type BrokerLinkOptions = {
  url: string;
  clientId: string;
  onConnected(): void;
  onDisconnected(): void;
  onMessage(topic: string, payload: string): void;
  log: Log;
};

/** The connection to the operator's broker. What the broker did not confirm is never sent again automatically. */
export type BrokerLink = AsyncDisposable & {
  readonly connected: boolean;
  /** Publishes a retained message; empty removes it. Resolves when the broker has confirmed it; throws `BrokerAway`. */
  put(topic: string, payload: string): Promise<void>;
  /** Publishes a message once, to those who are subscribed. Resolves and throws as above. */
  send(topic: string, payload: string): Promise<void>;
  /** Throws `BrokerAway`. */
  subscribe(topics: string[]): Promise<void>;
  unsubscribe(topics: string[]): void;
};

/**
 * Keeps one connection to a broker. Each connection uses a new client: a client that reconnects automatically would send old
 * messages again, after newer ones of another node.
 */
export function openBrokerLink(dependencies: BrokerLinkOptions): BrokerLink {
  const stop = new AbortController();
  const publishNotice = reportOnce(dependencies.log);
  let open: { client: MqttClient; unconfirmed: Set<(error: BrokerAway) => void> } | null = null;

  const once = async (): Promise<void> => {
    const client = connect(dependencies.url, {
      clientId: dependencies.clientId,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      keepalive: KEEPALIVE_S,
      queueQoSZero: false,
    });
    let problem: Error | null = null;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const unconfirmed = new Set<(error: BrokerAway) => void>();
    const end = () => void client.end(true, () => resolve());
    client.on('error', (error) => {
      problem = error;
      // A refused sign-in does not always end the connection.
      end();
    });
    client.on('close', () => resolve());
    client.on('connect', () => {
      open = { client, unconfirmed };
      publishNotice.back();
      dependencies.onConnected();
    });
    client.on('message', (topic, payload) => dependencies.onMessage(topic, String(payload)));
    stop.signal.addEventListener('abort', end, { once: true });
    await ended;
    stop.signal.removeEventListener('abort', end);
    for (const fail of unconfirmed) fail(new BrokerAway());
    if (stop.signal.aborted) return;
    publishNotice.lost(problem);
    if (open?.client !== client) return;
    open = null;
    dependencies.onDisconnected();
  };
  const kept = (async () => {
    while (!stop.signal.aborted) {
      await once();
      await pause(RECONNECT_MS, undefined, { signal: stop.signal });
    }
  })().catch(() => {}); // only a stop gets here

  const confirmed = async (work: (client: MqttClient) => Promise<unknown>): Promise<void> => {
    if (open === null) throw new BrokerAway();
    const { client, unconfirmed } = open;
    // Of its own: one for the whole connection would keep the result of every call until it ends.
    const { promise: closed, reject: fail } = Promise.withResolvers<never>();
    unconfirmed.add(fail);
    const timer = setTimeout(() => client.end(true), CONFIRM_WITHIN_MS).unref();
    const answer = work(client).catch(async (error: unknown) => {
      // A client that closes its connection fails what is in flight first.
      await pause(0);
      throw client.connected ? error : new BrokerAway();
    });
    await Promise.race([answer, closed]).finally(() => {
      clearTimeout(timer);
      unconfirmed.delete(fail);
    });
  };
  return {
    get connected() {
      return open !== null;
    },
    put: (topic, payload) =>
      confirmed((client) => client.publishAsync(topic, payload, { qos: 1, retain: true })),
    send: (topic, payload) =>
      confirmed((client) => client.publishAsync(topic, payload, { qos: 1, retain: false })),
    subscribe: (topics) => confirmed((client) => client.subscribeAsync(topics)),
    unsubscribe: (topics) => void open?.client.unsubscribe(topics),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await kept;
    },
  };
}

/** A broker that is unreachable is logged once, and once when it is back; never its address, which may hold a password. */
function reportOnce(log: Log) {
  let away = false;
  return {
    lost(error: Error | null) {
      if (!away)
        log.warn({ event: 'mqtt-lost', code: (error as NodeJS.ErrnoException | null)?.code ?? null });
      away = true;
    },
    back() {
      if (away) log.info({ event: 'mqtt-back' });
      away = false;
    },
  };
}
