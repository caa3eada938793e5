import { type AlarmEvaluation, serializeAlarmState } from '@tealight/glucose';
import { EVERYBODY, type Snooze } from '../store/alarms/alarm-snoozes.ts';
import type { ClaimedWatch } from '../store/alarms/alarm-watch.ts';
import type { Stores } from '../store/store.ts';
import type { AlarmDependencies } from './dependencies.ts';
import { mailMissingData } from './missing-data-mail.ts';
import { type Escalated, planMessages } from './plan-messages.ts';
import { type MessageOf, type People, peopleOf, recordMessages } from './record-messages.ts';

/** What was decided about a wearer whom this node holds. `snoozes`: on which it depended. */
export type Decision = {
  watch: ClaimedWatch;
  evaluation: AlarmEvaluation;
  escalatesHighs: boolean;
  snoozes: readonly Pick<Snooze, 'kind' | 'setAt'>[];
};

/** `isNews`: people and lamps see or hear something else now. */
export type StoredDecision = Decision & { isNews: boolean };

/**
 * Stores what was decided, and what is to be delivered to whom, in the caller's transaction. Returns the decisions that
 * count: those about wearers whom no other node has claimed since.
 */
export async function recordDecisions(
  inside: Stores,
  dependencies: AlarmDependencies,
  decisions: readonly Decision[],
): Promise<StoredDecision[]> {
  const inOrder = decisions.toSorted((one, other) => one.watch.wearerId - other.watch.wearerId);
  // Before anything else of theirs, as calls do: so two transactions never wait for each other.
  await inside.wearers.keep(inOrder.map(({ watch }) => watch.wearerId));
  const withAlarm = inOrder.filter(hasAlarm).map(({ watch }) => watch.wearerId);
  const before = Map.groupBy(await inside.alarmEpisodes.openOf(withAlarm), ({ wearerId }) => wearerId);
  const people = await peopleOf(inside, withAlarm);
  const stored: StoredDecision[] = [];
  const messages: MessageOf[] = [];
  for (const decision of inOrder) {
    const episodes = before.get(decision.watch.wearerId) ?? [];
    const escalated = new Map(episodes.map((one): [string, Escalated] => [one.name, one]));
    const written = await recordDecision(inside, dependencies, { decision, people, escalated });
    if (written === null) continue;
    stored.push({ ...decision, isNews: written.isNews });
    messages.push(...written.messages);
  }
  await recordMessages(inside, messages, people, dependencies.now());
  return stored;
}

const hasAlarm = ({ evaluation: { state, notifications } }: Decision): boolean =>
  notifications.length > 0 || Object.keys(state.episodes).length > 0;

/** Returns the messages to deliver, and whether anything has changed for people and lamps; null when another node has claimed the wearer since: what it decides is newer. */
async function recordDecision(
  inside: Stores,
  { node, now, publicUrl, mails }: AlarmDependencies,
  about: { decision: Decision; people: People; escalated: ReadonlyMap<string, Escalated> },
): Promise<{ messages: MessageOf[]; isNews: boolean } | null> {
  const { decision, people, escalated } = about;
  const { watch, evaluation, escalatesHighs, snoozes } = decision;
  const { wearerId } = watch;
  const { state, notifications, endedSnoozes } = evaluation;
  const recipients = people.recipientsOf(wearerId);
  const plan = planMessages(evaluation, escalated, { recipients, escalatesHighs }, now());
  const nextAt = earlier(evaluation.nextAt, plan.nextAt);
  if (!(await inside.alarmWatch.finish(node, watch, { state: serializeAlarmState(state), nextAt })))
    return null;
  for (const { episode, kind, rank, ring, reason, mgdl, takenAt } of notifications) {
    const isEnd = reason === 'ended';
    await inside.alarmEpisodes.record(wearerId, {
      episode,
      kind,
      rank,
      at: now(),
      ring,
      isEnd,
      mgdl,
      takenAt,
    });
  }
  // Only those that were evaluated: somebody may have snoozed again since they were read.
  for (const { kind, setAt } of snoozes.filter((snooze) => endedSnoozes.includes(snooze.kind)))
    await inside.alarmSnoozes.end(wearerId, kind, EVERYBODY, setAt);
  await mailMissingData(inside, { wearerId, notifications, people, publicUrl, mails }, now());
  const messages: MessageOf[] = [];
  for (const { episode, escalated: next, message } of plan.episodes) {
    const { id: episodeId, messages: place } = await inside.alarmEpisodes.notified(wearerId, episode, {
      ...next,
      isMessage: message !== null,
    });
    if (message !== null) messages.push({ episodeId, wearerId, place, message });
  }
  const isNews = [notifications, endedSnoozes, plan.episodes].some((news) => news.length > 0);
  return { messages, isNews };
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
