import type { Client, Subscription } from 'aedes';
import { SECOND } from '../../../shared/time-units.ts';
import type { Admission } from '../../authentication/admission.ts';
import { type DeviceIdentity, deviceIdentityOf, type Origin } from '../../device-identity.ts';
import type { Announcement } from '../announcement.ts';
import { glowTopic, partsOf, takesIn } from '../topics.ts';
import { MqttConnection } from './mqtt-connection.ts';

/** Filters that one client may have subscribed to at a time. Own choice: its glow, its devices, Home Assistant. */
const MOST_FILTERS = 20;
/** Packets that a client may send in a window. Own choice: 20 a second leave room for a Home Assistant with its devices. */
const MOST_PACKETS = 600;
const WINDOW_MS = 30 * SECOND;

export type MqttClientDependencies = {
  client: Client;
  identity: DeviceIdentity;
  origin: Origin;
  join: Admission['join'];
};

/** One MQTT client that was let in: whose it is, what it calls itself, and its line once it wants the glow. */
export class MqttClient {
  readonly #client: Client;
  readonly #origin: Origin;
  readonly #join: Admission['join'];
  #identity: DeviceIdentity;
  #filter = '';
  readonly #filters = new Set<string>();
  #packets = 0;
  #windowEndsAt = 0;
  #leave: (() => void) | null = null;

  constructor({ client, identity, origin, join }: MqttClientDependencies) {
    this.#client = client;
    this.#identity = identity;
    this.#origin = origin;
    this.#join = join;
  }

  get code(): string {
    return this.#identity.code;
  }

  get wearerId(): number {
    return this.#identity.wearerId;
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

  /** It has subscribed to these. Subscribing again asks for the retained message again, so the line begins again. */
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
    this.#identity = deviceIdentityOf(this.#identity, hello, this.#origin);
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
    this.#leave = this.#join(new MqttConnection(this.#client, topic, this.#identity));
  }
}

/** Whether a filter takes in the glow of the code it names. */
function takesGlow(filter: string): boolean {
  const spelled = partsOf(filter)?.spelled;
  return spelled !== undefined && takesIn(filter, glowTopic(spelled));
}
