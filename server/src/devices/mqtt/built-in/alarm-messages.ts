import type { Log } from '../../../shared/log.ts';
import { type AlarmEvents, type AlarmEventsDependencies, openAlarmEvents } from '../alarm-events.ts';
import { alarmTopic, partsOf, takesIn } from '../topics.ts';
import type { Broker } from './broker.ts';

export type AlarmMessagesDependencies = Pick<AlarmEventsDependencies, 'store'> & {
  broker: Pick<Broker, 'clientsOf' | 'publish'>;
  log: Log;
  now: () => number;
};

/** Events about alarms for the clients of the built-in broker that subscribe to them. */
export function openAlarmMessages({ store, broker, log, now }: AlarmMessagesDependencies): AlarmEvents {
  /** The topics of those who listen, by their codes, as they spell them. */
  const topicsOf = (wearerId: number, code?: string): ReadonlySet<string> =>
    new Set(
      broker
        .clientsOf(wearerId)
        .filter((client) => code === undefined || client.code === code)
        .flatMap(({ filters }) => filters.flatMap(topicIn)),
    );
  const events = openAlarmEvents({
    store,
    log,
    now,
    async send({ wearerId, code, payload }) {
      for (const topic of topicsOf(wearerId, code)) await broker.publish({ topic, payload });
    },
  });
  return {
    ...events,
    changed: (wearerId) => (topicsOf(wearerId).size > 0 ? events.changed(wearerId) : events.reset(wearerId)),
    [Symbol.dispose]: () => events[Symbol.dispose](),
  };
}

/** The alarm topic of the code in a filter, if the filter matches it. */
function topicIn(filter: string): string[] {
  const spelled = partsOf(filter)?.spelled;
  const topic = spelled === undefined ? null : alarmTopic(spelled);
  return topic !== null && takesIn(filter, topic) ? [topic] : [];
}
