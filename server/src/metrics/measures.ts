import type { PollCounters } from '../polling/dependencies.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Metrics } from './metrics.ts';

/** Ages of readings, in seconds: fresh ones to the second, stale ones (from 900) roughly. */
const AGES_S = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 14_400];
/** How long vendors take to answer, in seconds; a poll is given up after 2 minutes at the latest. */
const POLL_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Counts the polls of this node. */
export function pollCountersIn(metrics: Metrics): PollCounters {
  const polls = metrics.counter({
    name: 'tealight_polls_total',
    help: 'Polls of a source by this node, by outcome: readings, nothing new, or the error code.',
    labels: ['source', 'outcome'],
  });
  const readings = metrics.counter({
    name: 'tealight_readings_stored_total',
    help: 'Readings that this node has stored and that were new.',
    labels: ['source'],
  });
  const ages = metrics.histogram({
    name: 'tealight_newest_reading_age_seconds',
    help: 'Since the newest reading of a connection was measured, at each poll of this node that brought new ones.',
    labels: ['source'],
    buckets: AGES_S,
  });
  const durations = metrics.histogram({
    name: 'tealight_poll_seconds',
    help: 'How long a source took to answer a poll of this node, or to fail.',
    labels: ['source'],
    buckets: POLL_S,
  });
  return {
    polled: (source, outcome) => polls.inc({ source, outcome }),
    took: (source, ms) => durations.observe({ source }, ms / SECOND),
    stored(source, count, newestAgeMs) {
      readings.inc({ source }, count);
      ages.observe({ source }, newestAgeMs / SECOND);
    },
  };
}

/** The connections that this node has leased. */
export function measureLeases(metrics: Metrics, polling: { runningPolls(): number }): void {
  metrics.measure({
    name: 'tealight_leased_connections',
    help: 'Connections that this node has leased and is polling.',
    read: () => polling.runningPolls(),
  });
}

/** Counts what becomes of emails. */
export function mailCounter(metrics: Metrics): (outcome: 'sent' | 'delayed' | 'given-up') => void {
  const emails = metrics.counter({
    name: 'tealight_emails_total',
    help: 'Emails of this node by outcome: sent, delayed because the first try failed, or given up.',
    labels: ['outcome'],
  });
  for (const outcome of ['sent', 'delayed', 'given-up']) emails.inc({ outcome }, 0);
  return (outcome) => emails.inc({ outcome });
}

/** What was decided about alarms. No value and no wearer is in it (ALM-43). */
export function alarmCounter(metrics: Metrics): (kind: string, reason: string) => void {
  const alarms = metrics.counter({
    name: 'tealight_alarms_total',
    help: 'Decisions of this node about alarms: began, repeated, worse, text, ended.',
    labels: ['kind', 'reason'],
  });
  return (kind, reason) => alarms.inc({ kind, reason });
}

/** Seconds from the decision until a service has taken a message over. */
const HANDED_OVER_S = [0.1, 0.2, 0.5, 1, 2, 5, 15, 60, 300];

/** Counts what becomes of messages about alarms. */
export function deliveryCounter(
  metrics: Metrics,
): (channel: string, outcome: string, afterMs: number | null) => void {
  const outcomes = metrics.counter({
    name: 'tealight_alarm_messages_total',
    help: 'Messages of this node about alarms by channel and outcome: handed-over, or why the first try failed. One that is handed over later counts in both.',
    labels: ['channel', 'outcome'],
  });
  const delays = metrics.histogram({
    name: 'tealight_alarm_handed_over_seconds',
    help: 'From the decision about an alarm until a service has taken the message over, for messages of this node.',
    labels: ['channel'],
    buckets: HANDED_OVER_S,
  });
  return (channel, outcome, afterMs) => {
    outcomes.inc({ channel, outcome });
    if (afterMs !== null) delays.observe({ channel }, afterMs / SECOND);
  };
}
