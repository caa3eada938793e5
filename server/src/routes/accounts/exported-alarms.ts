import { isoTime } from '../../shared/time-units.ts';
import type { AlarmEpisode } from '../../store/alarms/alarm-episodes.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';

/** The alarms of a wearer that are still stored, the latest first, for a data export. */
export async function exportedAlarms(wearerId: number, { store }: Pick<Dependencies, 'store'>) {
  const stored: AlarmEpisode[] = [];
  for (let before: number | null = null; ; ) {
    const page: Awaited<ReturnType<Stores['alarmEpisodes']['page']>> = await store.alarmEpisodes.page(
      wearerId,
      before,
    );
    stored.push(...page.episodes);
    before = page.episodes.at(-1)?.id ?? null;
    if (!page.hasMore) break;
  }
  const names = await store.accounts.firstNames(stored.flatMap(({ seenBy }) => seenBy ?? []));
  return stored.map(({ worstKind, worstMgdl, beganAt, endedAt, rangAt, rings, seenAt, seenBy }) => ({
    kind: worstKind,
    mgdl: worstMgdl,
    beganAt: isoTime(beganAt),
    endedAt: isoTime(endedAt),
    lastRangAt: isoTime(rangAt),
    rings,
    seenAt: isoTime(seenAt),
    seenBy: seenBy === null ? null : (names.get(seenBy) ?? null),
  }));
}

/** How alarms reach an account, without the addresses, which are secrets; and which wearers it sees. */
export async function exportedChannels(accountId: number, { store }: Pick<Dependencies, 'store'>) {
  const channels = await store.alarmChannels.of([accountId]);
  const visible = await store.visibleWearers.of(accountId);
  const recipients = await store.alarmRecipients.ofWearers(visible.map(({ id }) => id));
  return {
    alarmChannels: channels.map(({ kind, name, hidesValues, createdAt, reachedAt }) => ({
      kind,
      name,
      hidesValues,
      addedAt: isoTime(createdAt),
      lastReachedAt: isoTime(reachedAt),
    })),
    wearers: visible.map(({ id, name, alias, role, rights, unit }) => ({
      // The name of somebody who is followed is not the account's to take along (PPL-7); its own word for them is.
      name: role === 'owner' ? name : alias,
      role,
      rights: [...rights],
      unit,
      myAlarms:
        recipients.find((one) => one.wearerId === id && one.accountId === accountId)?.settings ?? null,
    })),
  };
}
