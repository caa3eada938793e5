import type { Client } from 'aedes';
import type { Ending, Line } from '../audience.ts';
import type { Visitor } from '../visitor.ts';
import { publishPacket } from './publish-packet.ts';

/** A device that has subscribed to its wearer's glow. On a slow line only the latest is kept. */
export class MqttLine implements Line {
  readonly visitor: Visitor;
  readonly #client: Client;
  readonly #topic: string;
  #first = true;
  #sending = false;
  #next: string | null = null;
  #unread = false;

  constructor(client: Client, topic: string, visitor: Visitor) {
    this.#client = client;
    this.#topic = topic;
    this.visitor = visitor;
  }

  show(text: string): void {
    if (this.#sending) {
      this.#next = text;
      return;
    }
    this.#sending = true;
    // What is told first stood there before: to the device it is a retained message. The bytes are written past the
    // broker, which would take each message apart and through its queues to put it together again.
    const message = { topic: this.#topic, payload: text, retain: this.#first };
    this.#client.conn.write(publishPacket(message), this.#sent);
    this.#first = false;
  }

  /** MQTT has its own keep-alive; one that has not read its glow for two rounds is closed all the same. */
  beat(): void {
    if (this.#unread) this.#client.close();
    this.#unread = this.#sending;
  }

  /** MQTT 3.1.1 cannot say why: the device learns it when it comes back and its user name is refused. */
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
