import type { Client, Subscription } from 'aedes';
import { SECOND } from '../../../shared/time-units.ts';
import type { Admission } from '../../authentication/admission.ts';
import { type DeviceIdentity, deviceIdentityOf, type Origin } from '../../device-identity.ts';
import type { Announcement } from '../announcement.ts';
import { glowTopic, partsOf, takesIn } from '../topics.ts';
import { MqttConnection, MqttConnectionWithoutGlow } from './mqtt-connection.ts';

/** Concurrent subscriptions of one client. Own choice: its glow, its devices, Home Assistant. */
const MAX_FILTERS = 20;
/** Packets that a client may send in a window. Own choice: 20 a second are enough for a Home Assistant with its devices. */
const MAX_PACKETS = 600;
const WINDOW_MS = 30 * SECOND;

export type MqttClientDependencies = {
  client: Client;
  identity: DeviceIdentity;
  origin: Origin;
  join: Admission['join'];
};

/**
 * An authenticated MQTT client: its wearer, its identity, and its connection, which is one without the glow until the client
 * subscribes to that.
 */
export class MqttClient {
  readonly #client: Client;
  readonly #origin: Origin;
  readonly #join: Admission['join'];
  #identity: DeviceIdentity;
  /** The subscription that takes the glow. */
  #filter: string | null = null;
  readonly #filters = new Set<string>();
  #packets = 0;
  #windowEndsAt = 0;
  #endConnection: (() => void) | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor({ client, identity, origin, join }: MqttClientDependencies) {
    this.#client = client;
    this.#identity = identity;
    this.#origin = origin;
    this.#join = join;
    this.#connect(null);
  }

  get code(): string {
    return this.#identity.code;
  }

  /** The follower whose own code it is; null: it is the owner's. */
  get accountId(): number | null {
    return this.#identity.accountId;
  }

  get wearerId(): number {
    return this.#identity.wearerId;
  }

  /** Its subscriptions. */
  get filters(): readonly string[] {
    return [...this.#filters];
  }

  /** Counts a packet. False at too many: the client must be closed. */
  countPacket(): boolean {
    const now = performance.now();
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS;
      this.#packets = 0;
    }
    this.#packets += 1;
    return this.#packets <= MAX_PACKETS;
  }

  /** Adds a filter to its subscriptions. False when it has too many. */
  addFilter(filter: string): boolean {
    if (!this.#filters.has(filter) && this.#filters.size >= MAX_FILTERS) return false;
    this.#filters.add(filter);
    return true;
  }

  /** Adds subscriptions. Subscribing again requests the retained message again, so the connection to the glow restarts. */
  subscribe(filters: readonly Subscription[]): void {
    const wanted = filters.find(({ topic, qos }) => qos < 128 && takesGlow(topic));
    if (wanted !== undefined) this.#connect(wanted.topic);
  }

  /** Removes subscriptions. The connection to the glow continues while another one matches the same topic. */
  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter);
    if (this.#endConnection === null || this.#filter === null || !filters.includes(this.#filter)) return;
    const next = this.filters.find(takesGlow) ?? null;
    // The topic of the messages has the code as the filter spells it.
    if (next !== null && this.#glowTopic(next) === this.#glowTopic(this.#filter)) this.#filter = next;
    else this.#connect(next);
  }

  /** Handles its announcement. */
  announce(deviceId: string, { online, kind, name }: Announcement): void {
    if (!online) return;
    const hello = { id: deviceId, kind: kind ?? 'mqtt', ...(name !== undefined && { name }) };
    this.#identity = deviceIdentityOf(this.#identity, hello, this.#origin);
    if (this.#endConnection !== null) this.#connect(this.#filter);
  }

  /** Runs work for this client after what it was given before, so that what was read first is not sent last. Must not throw. */
  inOrder(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work);
    return this.#last;
  }

  leave(): void {
    this.#endConnection?.();
    this.#endConnection = null;
  }

  #connect(filter: string | null): void {
    this.leave();
    // The client may have disconnected meanwhile.
    if (this.#client.closed) return;
    this.#filter = filter;
    this.#endConnection = this.#join(
      filter === null
        ? new MqttConnectionWithoutGlow(this.#client, this.#identity)
        : new MqttConnection(this.#client, this.#glowTopic(filter), this.#identity),
    );
  }

  #glowTopic(filter: string): string {
    return glowTopic(partsOf(filter)?.spelled ?? this.code);
  }
}

/** Whether a filter matches the glow topic of the code in it. */
function takesGlow(filter: string): boolean {
  const spelled = partsOf(filter)?.spelled;
  return spelled !== undefined && takesIn(filter, glowTopic(spelled));
}
