import {
  endAlarmSnooze,
  endOwnAlarmSnooze,
  seenAlarm,
  snoozeAlarm,
  snoozeOwnAlarm,
} from '@tealight/contract';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { EVERYBODY } from '../../store/alarms/alarm-snoozes.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit } from '../people/access-changes.ts';
import { kindToSilence, markSeen, snoozeForAll, snoozeForOne } from './act-on-alarms.ts';

/** Seen, and snoozes: for everybody, or for oneself alone. */
export function serveSnoozes(api: Api, { store, changes, now }: Dependencies): void {
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

  serve(api, seenAlarm, ({ body: { id, kind }, principal }) =>
    change(principal, async (inside) => {
      const episode = await inside.alarmEpisodes.findOpen(principal.wearerId, id);
      if (episode === null) throw new ProblemError('no-such-alarm');
      await markSeen(inside, principal, { episode, kind: kindToSilence(episode, kind) }, now());
    }),
  );

  serve(api, snoozeAlarm, ({ body, principal }) =>
    change(principal, (inside) => snoozeForAll(inside, principal, body, now())),
  );

  serve(api, endAlarmSnooze, ({ body: { kind }, principal }) =>
    change(principal, async (inside) => {
      if (await inside.alarmSnoozes.end(principal.wearerId, kind, EVERYBODY))
        await noteAudit(
          inside,
          principal.wearerId,
          { kind: 'alarm-snooze-ended', by: principal.accountId, detail: { alarm: kind } },
          now(),
        );
    }),
  );

  serve(api, snoozeOwnAlarm, ({ body, principal }) =>
    change(principal, (inside) => snoozeForOne(inside, principal, body, now())),
  );

  serve(api, endOwnAlarmSnooze, ({ body: { kind }, principal }) =>
    change(principal, async (inside) => {
      await inside.alarmSnoozes.end(principal.wearerId, kind, principal.accountId);
    }),
  );
}
