import type { Client, Subscription } from 'aedes';
import { SECOND } from '../../times.ts';
import type { Entrance } from '../entrance.ts';
import { type Origin, type Visitor, visitorOf } from '../visitor.ts';
import type { Announcement } from './announcement.ts';
import { MqttLine } from './mqtt-line.ts';
import { glowTopic, partsOf, takesIn } from './topics.ts';

/** Filters that one client may have subscribed to at a time. Own choice: its glow, its devices, Home Assistant. */
const MOST_FILTERS = 20;
/** Packets that a client may send in a window. Own choice: 20 a second leave room for a Home Assistant with its devices. */
const MOST_PACKETS = 600;
const WINDOW_MS = 30 * SECOND;

export type Sitting = { client: Client; visitor: Visitor; origin: Origin; join: Entrance['join'] };

/** One MQTT client that was let in: whose it is, what it calls itself, and its line once it wants the glow. */
export class Seat {
  readonly #client: Client;
  readonly #origin: Origin;
  readonly #join: Entrance['join'];
  #visitor: Visitor;
  #filter = '';
  readonly #filters = new Set<string>();
  #packets = 0;
  #windowEndsAt = 0;
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

  /** What it has subscribed to. */
  get filters(): readonly string[] {
    return [...this.#filters];
  }

  /** It has sent a packet. False when these are too many: then it is to be closed. */
  spoke(): boolean {
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS;
      this.#packets = 0;
    }
    this.#packets += 1;
    return this.#packets <= MOST_PACKETS;
  }

  /** Whether it may subscribe to one more filter; counts it. */
  maySubscribe(filter: string): boolean {
    if (!this.#filters.has(filter) && this.#filters.size >= MOST_FILTERS) return false;
    this.#filters.add(filter);
    return true;
  }

  /** It has subscribed to these. Subscribing again asks for the retained message again, so the line begins anew. */
  subscribed(filters: readonly Subscription[]): void {
    const wanted = filters.find(({ topic, qos }) => qos < 128 && takesGlow(topic));
    if (wanted !== undefined) this.#begin(wanted.topic);
  }

  unsubscribed(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter);
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
