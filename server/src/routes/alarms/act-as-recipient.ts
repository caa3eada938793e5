import { alarmKinds, buttonMinutes } from '@tealight/glucose';
import { ProblemError } from '../../http/problem-error.ts';
import { ownersRights } from '../../store/people/rights.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { kindToSilence, markSeen, snoozeForAll, snoozeForOne } from './act-on-alarms.ts';

/** Somebody who got a message about an alarm. `rank`: of the kind that the message was about. */
type Recipient = { wearerId: number; accountId: number; episodeId: number; rank: number };

/**
 * Does what somebody pressed in a message: for everybody where they may act, else for themselves alone (ALM-22).
 *
 * Throws `link-expired` for somebody whom these alarms no longer reach, `no-such-alarm` for one that is over.
 */
export async function actAsRecipient(
  { store, changes, now }: Pick<Dependencies, 'store' | 'changes' | 'now'>,
  recipient: Recipient,
  action: 'seen' | 'snooze',
): Promise<void> {
  const { wearerId } = recipient;
  await store.transaction(async (inside) => {
    await act(inside, recipient, action, now());
    await inside.alarmWatch.makeDue([wearerId]);
  });
  await changes.publish(wearerId, 'alarms');
}

async function act(
  inside: Stores,
  { wearerId, accountId, episodeId, rank }: Recipient,
  action: 'seen' | 'snooze',
  now: number,
): Promise<void> {
  const wearer = await inside.wearers.lock(wearerId);
  if (wearer === null) throw new ProblemError('link-expired');
  const follow = await inside.follows.byAccount(wearerId, accountId);
  const rights = wearer.accountId === accountId ? ownersRights : follow?.rights;
  if (!rights?.has('get-alarms')) throw new ProblemError('link-expired');
  const episode = await inside.alarmEpisodes.findOpen(wearerId, episodeId);
  if (episode === null) throw new ProblemError('no-such-alarm');
  const actor = { wearerId, accountId };
  const kind = kindToSilence(episode, alarmKinds[rank - 1]);
  const minutes = buttonMinutes(kind, action);
  if (!rights.has('act')) return snoozeForOne(inside, actor, { kind, minutes }, now);
  return action === 'seen'
    ? markSeen(inside, actor, { episode, kind }, now)
    : snoozeForAll(inside, actor, { kind, minutes }, now);
}
