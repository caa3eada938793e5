import type { Client, Subscription } from 'aedes';
import type { Entrance } from '../entrance.ts';
import { type Origin, type Visitor, visitorOf } from '../visitor.ts';
import type { Announcement } from './announcement.ts';
import { MqttLine } from './mqtt-line.ts';
import { glowTopic, partsOf, takesIn } from './topics.ts';

export type Sitting = { client: Client; visitor: Visitor; origin: Origin; join: Entrance['join'] };

/** One MQTT client that was let in: whose it is, what it calls itself, and its line once it wants the glow. */
export class Seat {
  readonly #client: Client;
  readonly #origin: Origin;
  readonly #join: Entrance['join'];
  #visitor: Visitor;
  #filter = '';
  #leave: (() => void) | null = null;

  constructor({ client, visitor, origin, join }: Sitting) {
    this.#client = client;
    this.#visitor = visitor;
    this.#origin = origin;
    this.#join = join;
  }

  get code(): string {
    return this.#visitor.code;
  }

  get wearerId(): number {
    return this.#visitor.wearerId;
  }

  /** It has subscribed to these. Subscribing again asks for the retained message again, so the line begins anew. */
  subscribed(filters: readonly Subscription[]): void {
    const wanted = filters.find(({ topic, qos }) => qos < 128 && takesGlow(topic));
    if (wanted !== undefined) this.#begin(wanted.topic);
  }

  unsubscribed(filters: readonly string[]): void {
    if (filters.includes(this.#filter)) this.left();
  }

  /** It has said on its own topic what it is. */
  announced(deviceId: string, { online, kind, name }: Announcement): void {
    if (!online) return;
    const hello = { id: deviceId, kind: kind ?? 'mqtt', ...(name !== undefined && { name }) };
    this.#visitor = visitorOf(this.#visitor, hello, this.#origin);
    if (this.#leave !== null) this.#begin(this.#filter);
  }

  left(): void {
    this.#leave?.();
    this.#leave = null;
  }

  #begin(filter: string): void {
    this.left();
    // What a client has asked for may be answered only after it has gone.
    if (this.#client.closed) return;
    this.#filter = filter;
    const topic = glowTopic(partsOf(filter)?.spelled ?? this.code);
    this.#leave = this.#join(new MqttLine(this.#client, topic, this.#visitor));
  }
}

/** Whether a filter takes in the glow of the code it names. */
function takesGlow(filter: string): boolean {
  const spelled = partsOf(filter)?.spelled;
  return spelled !== undefined && takesIn(filter, glowTopic(spelled));
}
