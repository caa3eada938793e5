import { type AlarmKind, rankOf, type SnoozeChoice, seenSnooze, snoozeOf } from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';
import type { AlarmEpisode } from '../../store/alarms/alarm-episodes.ts';
import { EVERYBODY } from '../../store/alarms/alarm-snoozes.ts';
import type { Stores } from '../../store/store.ts';
import { noteAudit } from '../people/access-changes.ts';

/** Who does something about the alarms of which wearer. */
type Actor = { wearerId: number; accountId: number };

/**
 * Which kind somebody silences who saw an alarm as `shown`, on a page or in a message that may be old: an alarm that has
 * become worse since goes on ringing, because nobody has seen that (ALM-14).
 */
export const kindToSilence = ({ kind }: Pick<AlarmEpisode, 'kind'>, shown: AlarmKind = kind): AlarmKind =>
  rankOf(kind) < rankOf(shown) ? shown : kind;

/** Notes who has seen an alarm as this kind, which is silent for everybody for its shortest snooze (ALM-19). */
export async function markSeen(
  inside: Stores,
  { wearerId, accountId }: Actor,
  { episode, kind }: { episode: Pick<AlarmEpisode, 'id' | 'kind'>; kind: AlarmKind },
  now: number,
): Promise<void> {
  const running = (await inside.alarmSnoozes.ofWearers([wearerId])).find(
    (snooze) => snooze.kind === kind && snooze.accountId === EVERYBODY,
  );
  if (kind === episode.kind) await inside.alarmEpisodes.seen(episode.id, accountId, now);
  const { setAt, until } = seenSnooze(kind, now);
  // Seen twice, or after a longer snooze: the longer one stays.
  if (running === undefined || (running.until !== null && running.until < (until ?? Infinity)))
    await snoozeEverybody(inside, { wearerId, accountId }, { kind, setAt, until });
  await noteAudit(inside, wearerId, { kind: 'alarm-seen', by: accountId, detail: { alarm: kind } }, now);
}

const snoozeEverybody = (
  inside: Stores,
  { wearerId, accountId }: Actor,
  snooze: { kind: AlarmKind; setAt: number; until: number | null },
): Promise<void> => inside.alarmSnoozes.set({ ...snooze, wearerId, accountId: EVERYBODY, setBy: accountId });

/** Makes a kind silent for everybody. The person who snoozes an alarm that goes on has seen it. */
export async function snoozeForAll(
  inside: Stores,
  { wearerId, accountId }: Actor,
  { kind, minutes }: { kind: AlarmKind; minutes: SnoozeChoice },
  now: number,
): Promise<void> {
  const { setAt, until } = snoozeOf(kind, minutes, now);
  await snoozeEverybody(inside, { wearerId, accountId }, { kind, setAt, until });
  const open = await inside.alarmEpisodes.openOf([wearerId]);
  for (const { id } of open.filter((episode) => episode.kind === kind))
    await inside.alarmEpisodes.seen(id, accountId, now);
  const detail = { alarm: kind, to: String(minutes) };
  await noteAudit(inside, wearerId, { kind: 'alarm-snoozed', by: accountId, detail }, now);
}

/** Makes a kind silent for one account alone; others still get it (ALM-22). */
export async function snoozeForOne(
  { alarmSnoozes }: Stores,
  { wearerId, accountId }: Actor,
  { kind, minutes }: { kind: AlarmKind; minutes: number },
  now: number,
): Promise<void> {
  await alarmSnoozes.set({
    wearerId,
    kind,
    accountId,
    until: now + minutes * MINUTE,
    setBy: accountId,
    setAt: now,
  });
}
