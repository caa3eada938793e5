import { alarmRecipients, saveOwnAlarms, setOnDuty } from '@tealight/contract';
import { isOnDuty } from '@tealight/glucose';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { DAY } from '../../shared/time-units.ts';
import type { AlarmRecipient } from '../../store/alarms/alarm-recipients.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockBoth, noteAudit } from '../people/access-changes.ts';

/** A channel that no message has reached for so long may be dead (ALM-29). */
const REACHED_WITHIN_MS = 7 * DAY;

/** Whom alarms of a wearer reach, who is on duty, and how they reach the reader. */
export function serveAlarmRecipients(api: Api, { store, changes, now }: Dependencies): void {
  /** Steps that were planned for others may be due otherwise now. */
  const changed = async (wearerId: number) => {
    await store.alarmWatch.makeDue([wearerId]);
    await changes.publish(wearerId, 'alarms');
    return { isSuccess: true as const };
  };

  serve(api, alarmRecipients, async ({ principal: { wearerId, accountId } }) => {
    const recipients = await store.alarmRecipients.ofWearers([wearerId]);
    const own = ownOf(recipients, accountId);
    const channels = await store.alarmChannels.of(recipients.map((one) => one.accountId));
    const since = now() - REACHED_WITHIN_MS;
    return {
      own: own.settings,
      recipients: recipients.map((one) => {
        const theirs = channels.filter((channel) => channel.accountId === one.accountId);
        return {
          id: one.followId,
          name: one.firstName,
          isMe: one.accountId === accountId,
          isOnDuty: isOnDuty(one.settings, now()),
          hasPlan: typeof one.settings.onDuty !== 'boolean',
          wantsNone: one.settings.mildestRank.onDuty === 0,
          channels: theirs.length,
          reachedChannels: theirs.filter(({ reachedAt }) => (reachedAt ?? 0) > since).length,
        };
      }),
    };
  });

  serve(api, setOnDuty, async ({ body: { id, onDuty }, principal }) => {
    const { wearerId, accountId: by } = principal;
    await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'act');
      const recipients = await inside.alarmRecipients.ofWearers([wearerId]);
      const recipient = recipients.find(({ followId }) => followId === id);
      if (recipient === undefined) throw new ProblemError('no-such-follower');
      const about = recipient.accountId;
      await inside.alarmRecipients.save(wearerId, about, { ...recipient.settings, onDuty }, now());
      const detail = { to: onDuty ? 'on' : 'off' };
      await noteAudit(inside, wearerId, { kind: 'on-duty-changed', by, about, detail }, now());
    });
    return changed(wearerId);
  });

  serve(api, saveOwnAlarms, async ({ body, principal }) => {
    const { wearerId, accountId } = principal;
    await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'get-alarms');
      await inside.alarmRecipients.save(wearerId, accountId, body, now());
    });
    return changed(wearerId);
  });
}

/** Throws `no-such-wearer` where the right to get alarms has just ended. */
function ownOf(recipients: readonly AlarmRecipient[], accountId: number): AlarmRecipient {
  const own = recipients.find((one) => one.accountId === accountId);
  if (own === undefined) throw new ProblemError('no-such-wearer');
  return own;
}
