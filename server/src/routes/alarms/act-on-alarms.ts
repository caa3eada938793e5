import { type AlarmKind, type SnoozeChoice, seenSnooze, snoozeOf } from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';
import type { AlarmEpisode } from '../../store/alarms/alarm-episodes.ts';
import { EVERYBODY } from '../../store/alarms/alarm-snoozes.ts';
import type { Stores } from '../../store/store.ts';
import { noteAudit } from '../people/access-changes.ts';

/** Who does something about the alarms of which wearer. */
type Actor = { wearerId: number; accountId: number };

/** Notes who has seen an alarm, which is silent for everybody for the shortest snooze of its kind (ALM-19). */
export async function markSeen(
  inside: Stores,
  { wearerId, accountId }: Actor,
  { id, kind }: Pick<AlarmEpisode, 'id' | 'kind'>,
  now: number,
): Promise<void> {
  const running = (await inside.alarmSnoozes.ofWearers([wearerId])).find(
    (snooze) => snooze.kind === kind && snooze.accountId === EVERYBODY,
  );
  await inside.alarmEpisodes.seen(id, accountId, now);
  const { setAt, until } = seenSnooze(kind, now);
  // Seen twice, or after a longer snooze: the longer one stays.
  if (running === undefined || (running.until !== null && running.until < (until ?? Infinity)))
    await inside.alarmSnoozes.set({
      ...{ wearerId, kind, accountId: EVERYBODY, until, setBy: accountId, setAt },
    });
  await noteAudit(inside, wearerId, { kind: 'alarm-seen', by: accountId, detail: { alarm: kind } }, now);
}

/** Makes a kind silent for everybody. The person who snoozes an alarm that goes on has seen it. */
export async function snoozeForAll(
  inside: Stores,
  { wearerId, accountId }: Actor,
  { kind, minutes }: { kind: AlarmKind; minutes: SnoozeChoice },
  now: number,
): Promise<void> {
  const { setAt, until } = snoozeOf(kind, minutes, now);
  await inside.alarmSnoozes.set({
    ...{ wearerId, kind, accountId: EVERYBODY, until, setBy: accountId, setAt },
  });
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
    ...{ wearerId, kind, accountId, until: now + minutes * MINUTE, setBy: accountId, setAt: now },
  });
}
