import type { Client } from 'aedes';
import type { DeviceIdentity } from '../../device-identity.ts';
import type { DeviceConnection, Ending } from '../../subscribers.ts';
import { publishPacket } from './publish-packet.ts';

/** A device that has subscribed to its wearer's glow. On a slow connection only the latest is kept. */
export class MqttConnection implements DeviceConnection {
  readonly identity: DeviceIdentity;
  readonly #client: Client;
  readonly #topic: string;
  #first = true;
  #sending = false;
  #next: string | null = null;
  #unread = false;

  constructor(client: Client, topic: string, identity: DeviceIdentity) {
    this.#client = client;
    this.#topic = topic;
    this.identity = identity;
  }

  show(text: string): void {
    if (this.#sending) {
      this.#next = text;
      return;
    }
    this.#sending = true;
    // The first glow existed before the subscription, so it is sent as a retained message. The bytes bypass the
    // broker, which would parse, queue and serialize each message again.
    const message = { topic: this.#topic, payload: text, retain: this.#first };
    this.#client.conn.write(publishPacket(message), this.#sent);
    this.#first = false;
  }

  /** MQTT has its own keep-alive; a client that has not read its glow for two intervals is closed anyway. */
  beat(): void {
    if (this.#unread) this.#client.close();
    this.#unread = this.#sending;
  }

  /** MQTT 3.1.1 has no reason codes: the device gets the reason when it reconnects and is rejected. */
  end(_why: Ending): void {
    this.#next = null;
    this.#client.close();
  }

  readonly #sent = (): void => {
    this.#sending = false;
    this.#unread = false;
    const next = this.#next;
    this.#next = null;
    if (next !== null && !this.#client.closed) this.show(next);
  };
}

/** A client that has not subscribed to the glow: it only ends with its code. */
export class MqttConnectionWithoutGlow implements DeviceConnection {
  readonly identity: DeviceIdentity;
  readonly isListener = true;
  readonly #client: Client;

  constructor(client: Client, identity: DeviceIdentity) {
    this.#client = client;
    this.identity = identity;
  }

  show(): void {}

  beat(): void {}

  end(): void {
    this.#client.close();
  }
}
