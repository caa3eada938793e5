import type { Client, Subscription } from 'aedes';
import type { Entrance } from '../entrance.ts';
import { type Origin, type Visitor, visitorOf } from '../visitor.ts';
import type { Announcement } from './announcement.ts';
import { MqttLine } from './mqtt-line.ts';
import { glowTopic, partsOf, takesIn } from './topics.ts';

/** One MQTT client that was let in: whose it is, what it calls itself, and its line once it wants the glow. */
export type Seat = {
  readonly code: string;
  readonly wearerId: number;
  /** It has subscribed to these. */
  subscribed(filters: readonly Subscription[]): void;
  unsubscribed(filters: readonly string[]): void;
  /** It has said on its own topic what it is. */
  announced(deviceId: string, said: Announcement): void;
  left(): void;
};

export type Sitting = { client: Client; visitor: Visitor; origin: Origin; join: Entrance['join'] };

export function takeSeat({ client, visitor: first, origin, join }: Sitting): Seat {
  let visitor = first;
  let line: { filter: string; topic: string; left: () => void } | null = null;
  const { code, wearerId } = first;

  const begin = (filter: string) => {
    const spelled = partsOf(filter)?.spelled ?? code;
    const topic = glowTopic(spelled);
    line?.left();
    line = { filter, topic, left: join(new MqttLine(client, topic, visitor)) };
  };
  const end = () => {
    line?.left();
    line = null;
  };
  return {
    code,
    wearerId,
    subscribed(filters) {
      // Subscribing again asks for the retained message again, so the line begins anew.
      const wanted = filters.find(({ topic, qos }) => qos < 128 && takesGlow(topic));
      if (wanted !== undefined) begin(wanted.topic);
    },
    unsubscribed(filters) {
      if (line !== null && filters.includes(line.filter)) end();
    },
    announced(deviceId, { online, kind, name }) {
      if (!online) return;
      const hello = { id: deviceId, kind: kind ?? 'mqtt', ...(name !== undefined && { name }) };
      visitor = visitorOf({ wearerId, code }, hello, origin);
      if (line !== null) begin(line.filter);
    },
    left: end,
  };
}

/** Whether a filter takes in the glow of the code it names. */
function takesGlow(filter: string): boolean {
  const spelled = partsOf(filter)?.spelled;
  return spelled !== undefined && takesIn(filter, glowTopic(spelled));
}
