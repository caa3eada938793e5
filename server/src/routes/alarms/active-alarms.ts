import {
  type Alarm,
  type AlarmReach,
  type AlarmSnooze,
  activeAlarms,
  alarmHistory,
} from '@tealight/contract';
import { deliveriesOf, glucoseIn, type Recipient, type Unit } from '@tealight/glucose';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { AlarmEpisode } from '../../store/alarms/alarm-episodes.ts';
import { recipientOf } from '../../store/alarms/alarm-recipients.ts';
import { EVERYBODY, type Snooze } from '../../store/alarms/alarm-snoozes.ts';
import type { Store } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';

type Names = ReadonlyMap<number, string>;

/** The alarms of a wearer that go on, and those of the last weeks. */
export function serveActiveAlarms(api: Api, { store, now }: Dependencies): void {
  serve(api, activeAlarms, async ({ principal: { accountId } }) => {
    const visible = await store.visibleWearers.of(accountId);
    const watched = visible.filter(({ hasAlarms, rights }) => hasAlarms && rights.has('get-alarms'));
    const ids = watched.map(({ id }) => id);
    const [episodes, all] = await Promise.all([
      store.alarmEpisodes.openOf(ids),
      store.alarmSnoozes.ofWearers(ids),
    ]);
    const snoozes = all.filter(
      (snooze) => [EVERYBODY, accountId].includes(snooze.accountId) && (snooze.until ?? Infinity) > now(),
    );
    const recipients = await store.alarmRecipients.ofWearers([
      ...new Set(episodes.map(({ wearerId }) => wearerId)),
    ]);
    const isSilentForMe = ({ wearerId, kind }: AlarmEpisode) => {
      const family = recipients.filter((one) => one.wearerId === wearerId);
      return !sounds(
        kind,
        family.map((one) => recipientOf(one, all)),
        accountId,
        now(),
      );
    };
    const names = await store.accounts.firstNames([
      ...snoozes.map(({ setBy }) => setBy),
      ...episodes.flatMap(({ seenBy }) => seenBy ?? []),
    ]);
    return {
      wearers: watched.map(({ id, publicId, alias, name, unit, rights }) => ({
        wearer: publicId,
        name: alias ?? name,
        unit,
        mayAct: rights.has('act'),
        alarms: episodes
          .filter(({ wearerId }) => wearerId === id)
          .map((one) => ({ ...shownAlarm(one, unit, names), isSilentForMe: isSilentForMe(one) })),
        snoozes: snoozes.filter(({ wearerId }) => wearerId === id).map((one) => shownSnooze(one, names)),
      })),
    };
  });

  serve(api, alarmHistory, async ({ query: { before }, principal }) => {
    const { episodes, hasMore } = await store.alarmEpisodes.page(
      principal.wearerId,
      before === undefined ? null : Number(before),
    );
    const names = await store.accounts.firstNames(episodes.flatMap(({ seenBy }) => seenBy ?? []));
    const outcomes = await store.alarmDeliveries.outcomesOf(episodes.map(({ id }) => id));
    const unit = unitOf(principal);
    const last = episodes.at(-1);
    return {
      unit,
      alarms: episodes.map((episode) => ({
        ...shownAlarm({ ...episode, kind: episode.worstKind, mgdl: episode.worstMgdl }, unit, names),
        reached: reachOf(outcomes.filter(({ episodeId }) => episodeId === episode.id)),
      })),
      next: hasMore && last !== undefined ? String(last.id) : null,
    };
  });
}

/** Whether an alarm may sound on a page of this account: as on its channels, once everybody is notified (ALM-24). */
const sounds = (
  kind: AlarmEpisode['kind'],
  recipients: readonly Recipient[],
  accountId: number,
  now: number,
): boolean =>
  deliveriesOf(kind, recipients, { to: 'everybody', loudness: 'normal', now }).some(
    ({ recipient, loudness }) => recipient === String(accountId) && loudness !== 'silent',
  );

/** The reader's unit (PPL-22). */
const unitOf = ({ follow, wearer }: WearerPrincipal): Unit => follow?.unit ?? wearer.range?.unit ?? 'mg/dL';

const moment = (at: number): string => new Date(at).toISOString();

function shownAlarm(episode: AlarmEpisode, unit: Unit, names: Names): Alarm {
  const { id, kind, beganAt, endedAt, rangAt, rings, seenAt, seenBy, mgdl, takenAt, ringingSince } = episode;
  return {
    id,
    kind,
    rings,
    isRinging: endedAt === null && ringingSince !== null,
    beganAt: moment(beganAt),
    endedAt: endedAt === null ? null : moment(endedAt),
    rangAt: rangAt === null ? null : moment(rangAt),
    seen: seenAt === null ? null : { by: names.get(seenBy ?? 0) ?? null, at: moment(seenAt) },
    value: glucoseIn(mgdl, unit),
    takenAt: moment(takenAt),
  };
}

type Outcome = Awaited<ReturnType<Store['alarmDeliveries']['outcomesOf']>>[number];

/** What became of an alarm on each channel: the best of its messages. */
function reachOf(outcomes: readonly Outcome[]): AlarmReach[] {
  return [...Map.groupBy(outcomes, ({ channelId }) => channelId).values()].map((ofChannel) => {
    const { recipient, channel } = ofChannel[0] as Outcome;
    const shown = ofChannel.find(({ shownAt }) => shownAt !== null);
    if (shown !== undefined)
      return { recipient, channel, state: 'shown', afterMs: (shown.shownAt ?? 0) - shown.createdAt };
    const isAccepted = ofChannel.some(({ handedAt }) => handedAt !== null);
    const isWaiting = ofChannel.some((one) => one.isWaiting);
    const state = isAccepted ? 'accepted' : isWaiting ? 'waiting' : 'not-reached';
    return { recipient, channel, state, afterMs: null };
  });
}

const shownSnooze = ({ kind, accountId, setBy, setAt, until }: Snooze, names: Names): AlarmSnooze => ({
  kind,
  isForMeAlone: accountId !== EVERYBODY,
  by: names.get(setBy) ?? null,
  setAt: moment(setAt),
  until: until === null ? null : moment(until),
});
