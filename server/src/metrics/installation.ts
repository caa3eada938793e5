import { SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import type { Metrics, Sample } from './metrics.ts';

/**
 * Ages of the newest reading of a connection, in seconds. 360 and 660: a sensor measures every 5 minutes, and one more
 * minute for the way. 900: from then on it is shown as old. 10800 and 14400: vendors that show readings 3 hours late.
 */
const AGES_S = [360, 660, 900, 1800, 3600, 10_800, 14_400, 86_400];

/** However often metrics are requested, the database is read once in this time. Own choice: the usual interval of a scrape. */
const READ_EVERY_MS = 15 * SECOND;

const OF_ALL =
  'Of the whole installation: every node has the same value, so take the maximum of the nodes, not the sum.';

type Dependencies = {
  store: { monitoring: Store['monitoring'] };
  /** The clock of due times. */
  now: () => number;
  /** The sources that this server offers, with how late each shows readings, ms. */
  sources: Readonly<Record<string, { visibleAfterMs: number }>>;
};

/** What the database says of all connections and of all that waits, whichever node it belongs to. */
export function measureInstallation(metrics: Metrics, { store, now, sources }: Dependencies): void {
  const { monitoring } = store;
  const names = Object.keys(sources);
  const agesMs = AGES_S.map((age) => age * SECOND);
  const groups = cached(() => monitoring.connections(agesMs, now()), now);
  const due = cached(() => monitoring.oldestDue(names), now);
  const outbox = cached(() => monitoring.outbox(), now);
  const messages = cached(() => monitoring.alarmMessages(), now);
  const secondsSince = (at: number | null) => (at === null ? 0 : Math.max(0, now() - at) / SECOND);

  metrics.measure({
    name: 'tealight_connections',
    help: `Connections to sources by their state. ${OF_ALL}`,
    by: 'state',
    read: async () => totals((await groups()).map(({ state, count }) => [state, count])),
  });
  metrics.measure({
    name: 'tealight_connection_errors',
    help: `Connections to sources whose last poll failed, by source and error code. ${OF_ALL}`,
    labels: ['source', 'code'],
    read: async () =>
      (await groups()).flatMap(({ source, state, errorCode: code, count: value }) =>
        code === null || state === 'off' ? [] : [{ labels: { source, code }, value }],
      ),
  });
  metrics.measure({
    name: 'tealight_wearers_by_reading_age_seconds',
    help: `Connected wearers whose newest reading is at most "le" seconds old, by source; "+Inf" counts all of them. ${OF_ALL}`,
    labels: ['source', 'le'],
    read: async () => agesOf(await groups()),
  });
  metrics.measure({
    name: 'tealight_poll_overdue_seconds',
    help: `How long the connection of a source that has waited longest has been due for a poll. ${OF_ALL}`,
    by: 'source',
    read: async () => {
      const oldest = await due();
      return Object.fromEntries(names.map((name) => [name, secondsSince(oldest[name] ?? null)]));
    },
  });
  metrics.measure({
    name: 'tealight_source_delay_seconds',
    help: 'How long after the measurement a source shows a reading, by its own design.',
    by: 'source',
    read: async () =>
      Object.fromEntries(
        Object.entries(sources).map(([name, { visibleAfterMs }]) => [name, visibleAfterMs / SECOND]),
      ),
  });
  metrics.measure({
    name: 'tealight_outbox_emails',
    help: `Emails that wait to be sent. ${OF_ALL}`,
    read: async () => (await outbox()).count,
  });
  metrics.measure({
    name: 'tealight_outbox_oldest_seconds',
    help: `How long the oldest of the emails that wait has waited; 0 when none waits. ${OF_ALL}`,
    read: async () => secondsSince((await outbox()).oldestAt),
  });
  metrics.measure({
    name: 'tealight_alarm_messages_waiting',
    help: `Messages about alarms that no service has taken over yet. ${OF_ALL}`,
    read: async () => (await messages()).count,
  });
  metrics.measure({
    name: 'tealight_alarm_messages_oldest_seconds',
    help: `How long the oldest of the messages about alarms that wait has waited; 0 when none waits. ${OF_ALL}`,
    read: async () => secondsSince((await messages()).oldestAt),
  });
}

type Groups = Awaited<ReturnType<Store['monitoring']['connections']>>;

/** Cumulative counts, as in a histogram, so that `histogram_quantile` can be used on them. */
function agesOf(groups: Groups): Sample[] {
  const counts: [source: string, le: string, count: number][] = groups
    .filter(({ state }) => state !== 'off')
    .flatMap(({ source, count, notOlder }) => [
      ...notOlder.map((some, index): [string, string, number] => [source, String(AGES_S[index]), some]),
      [source, '+Inf', count],
    ]);
  const bySource = Map.groupBy(counts, ([source]) => source);
  return [...bySource].flatMap(([source, ofSource]) =>
    Object.entries(totals(ofSource.map(([, le, count]) => [le, count]))).map(([le, value]) => ({
      labels: { source, le },
      value,
    })),
  );
}

function totals(counts: readonly (readonly [name: string, count: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Concurrent calls share one read, and so do those that follow within the time; a failed read counts, too. */
function cached<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | null = null;
  return () => {
    const age = now() - at;
    if (last === null || age < 0 || age >= READ_EVERY_MS) {
      at = now();
      last = read();
    }
    return last;
  };
}
