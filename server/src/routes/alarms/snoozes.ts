import {
  type AuditDetail,
  type AuditKind,
  endAlarmSnooze,
  endOwnAlarmSnooze,
  seenAlarm,
  snoozeAlarm,
  snoozeOwnAlarm,
} from '@tealight/contract';
import { type AlarmKind, seenSnooze, snoozeOf } from '@tealight/glucose';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { MINUTE } from '../../shared/time-units.ts';
import { EVERYBODY } from '../../store/alarms/alarm-snoozes.ts';
import type { Stores } from '../../store/store.ts';
import type { Parts } from '../dependencies.ts';
import { noteAudit } from '../people/access-changes.ts';

/** Seen, and snoozes: for everybody, or for oneself alone. */
export function serveSnoozes(api: Api, { store, changes, now }: Parts): void {
  /** Changes snoozes of the wearer, who is evaluated again. Throws `no-such-wearer`. */
  const change = async ({ wearerId }: WearerPrincipal, work: (inside: Stores) => Promise<void>) => {
    await store.transaction(async (inside) => {
      if ((await inside.wearers.lock(wearerId)) === null) throw new ProblemError('no-such-wearer');
      await work(inside);
      await inside.alarmWatch.makeDue([wearerId]);
    });
    await changes.publish(wearerId, 'alarms');
    return { isSuccess: true as const };
  };
  const note = (
    inside: Stores,
    { wearerId, accountId: by }: WearerPrincipal,
    kind: AuditKind,
    detail: AuditDetail,
  ) => noteAudit(inside, wearerId, { kind, by, detail }, now());

  serve(api, seenAlarm, ({ body: { id }, principal }) =>
    change(principal, async (inside) => {
      const { wearerId, accountId } = principal;
      const episode = await inside.alarmEpisodes.findOpen(wearerId, id);
      if (episode === null) throw new ProblemError('no-such-alarm');
      const { kind } = episode;
      const running = (await inside.alarmSnoozes.ofWearers([wearerId])).find(
        (snooze) => snooze.kind === kind && snooze.accountId === EVERYBODY,
      );
      await inside.alarmEpisodes.seen(id, accountId, now());
      const { setAt, until } = seenSnooze(kind, now());
      // Seen twice, or after a longer snooze: the longer one stays.
      if (running === undefined || (running.until !== null && running.until < (until ?? Infinity)))
        await inside.alarmSnoozes.set({
          ...{ wearerId, kind, accountId: EVERYBODY, until, setBy: accountId, setAt },
        });
      await note(inside, principal, 'alarm-seen', { alarm: kind });
    }),
  );

  serve(api, snoozeAlarm, ({ body: { kind, minutes }, principal }) =>
    change(principal, async (inside) => {
      const { wearerId, accountId: setBy } = principal;
      const { setAt, until } = snoozeOf(kind, minutes, now());
      await inside.alarmSnoozes.set({ wearerId, kind, accountId: EVERYBODY, until, setBy, setAt });
      await markSeen(inside, principal, kind);
      await note(inside, principal, 'alarm-snoozed', { alarm: kind, to: String(minutes) });
    }),
  );

  serve(api, endAlarmSnooze, ({ body: { kind }, principal }) =>
    change(principal, async (inside) => {
      if (await inside.alarmSnoozes.end(principal.wearerId, kind, EVERYBODY))
        await note(inside, principal, 'alarm-snooze-ended', { alarm: kind });
    }),
  );

  serve(api, snoozeOwnAlarm, ({ body: { kind, minutes }, principal }) =>
    change(principal, async (inside) => {
      const { wearerId, accountId } = principal;
      const until = now() + minutes * MINUTE;
      await inside.alarmSnoozes.set({
        ...{ wearerId, kind, accountId, until, setBy: accountId, setAt: now() },
      });
    }),
  );

  serve(api, endOwnAlarmSnooze, ({ body: { kind }, principal }) =>
    change(principal, async (inside) => {
      await inside.alarmSnoozes.end(principal.wearerId, kind, principal.accountId);
    }),
  );

  /** The person who snoozes an alarm that goes on has seen it. */
  async function markSeen(inside: Stores, { wearerId, accountId }: WearerPrincipal, kind: AlarmKind) {
    const open = await inside.alarmEpisodes.openOf([wearerId]);
    for (const { id } of open.filter((episode) => episode.kind === kind))
      await inside.alarmEpisodes.seen(id, accountId, now());
  }
}
