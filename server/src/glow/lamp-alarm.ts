import type { GlowMessage } from '@tealight/contract';
import { type AlarmKind, alarmDefinitions, alarmKinds, rankOf } from '@tealight/glucose';

/** An alarm as lamps show it. `seen`: it does not ring. `snoozedUntil`: until when it is silent; null: no snooze with an end. */
export type LampAlarm = { kind: AlarmKind; seen: boolean; snoozedUntil: number | null };

/** `ringingSince` null: everybody has seen the alarm, or it is snoozed. */
type OpenEpisode = { kind: AlarmKind; ringingSince: number | null };
/** Of everybody, where `accountId` is 0. `until` null: until readings come. */
type SetSnooze = { kind: AlarmKind; accountId: number; until: number | null };

export type LampAlarmStore = {
  alarmEpisodes: { openOf(wearerIds: readonly number[]): Promise<readonly OpenEpisode[]> };
  alarmSnoozes: { ofWearers(wearerIds: readonly number[]): Promise<readonly SetSnooze[]> };
};

/** The worst alarm of the wearer that nobody has seen; else the worst: one that was seen must not hide another. */
export async function readLampAlarm(store: LampAlarmStore, wearerId: number): Promise<LampAlarm | null> {
  const episodes = await store.alarmEpisodes.openOf([wearerId]);
  const placeOf = ({ kind, ringingSince }: OpenEpisode) =>
    rankOf(kind) + (ringingSince === null ? alarmKinds.length : 0);
  const [worst] = episodes.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (worst === undefined) return null;
  const { kind, ringingSince } = worst;
  if (ringingSince !== null) return { kind, seen: false, snoozedUntil: null };
  return {
    kind,
    seen: true,
    snoozedUntil: silentUntil(kind, await store.alarmSnoozes.ofWearers([wearerId])),
  };
}

/** When the last snooze for everybody ends that silences this kind; null: none does, or one of them has no end. */
function silentUntil(kind: AlarmKind, snoozes: readonly SetSnooze[]): number | null {
  const ends = snoozes
    .filter((one) => one.accountId === 0 && alarmDefinitions[one.kind].mutes.includes(kind))
    .map(({ until }) => until ?? Number.POSITIVE_INFINITY);
  const last = Math.max(0, ...ends);
  return last > 0 && Number.isFinite(last) ? last : null;
}

/** The alarm in the message to a device at `now`, epoch ms. */
export const alarmInMessage = (
  { kind, seen, snoozedUntil }: LampAlarm,
  now: number,
): NonNullable<GlowMessage['alarm']> => ({
  kind,
  seen,
  ...(snoozedUntil !== null && snoozedUntil > now && { snoozedUntil: new Date(snoozedUntil).toISOString() }),
});
