import type { AuditDetail, AuditKind } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/store.ts';
import type { Parts } from '../dependencies.ts';

/** Records, in the transaction that does it, a change of who may see a wearer, or of what others rely on. */
export const noteAudit = (
  { audit }: Pick<Stores, 'audit'>,
  wearerId: number,
  entry: { kind: AuditKind; by: number | null; about?: number; detail?: AuditDetail },
  now: number,
): Promise<void> => audit.add(wearerId, entry, now);

/**
 * Locks the account that makes a call and the wearer whom it is about, so that limits hold when two calls come at once.
 *
 * Throws `not-signed-in`, `no-such-wearer`: both may be erased while the call is running.
 */
export async function lockBoth(
  { accounts, wearers }: Pick<Stores, 'accounts' | 'wearers'>,
  { accountId, wearerId }: { accountId: number; wearerId: number },
): Promise<Account> {
  const account = await accounts.lock(accountId);
  if (account === null) throw new ProblemError('not-signed-in');
  if ((await wearers.lock(wearerId)) === null) throw new ProblemError('no-such-wearer');
  return account;
}

/** Somebody's access has ended: what their code opens is closed, and every node checks open streams and devices again. */
export async function accessEnded(
  { devices, changes }: Pick<Parts, 'devices' | 'changes'>,
  wearerId: number,
  code: string | null,
): Promise<void> {
  if (code !== null) await devices.cutOff(wearerId, code);
  await changes.publish(wearerId, 'people');
}

/**
 * Ends, inside a transaction, what an account may see of a wearer. Returns its connection code, for `accessEnded`.
 * Invitations of its making end as well: it has no right any more to give.
 */
export async function endAccess(stores: Stores, wearerId: number, accountId: number): Promise<string | null> {
  const follow = await stores.follows.byAccount(wearerId, accountId);
  await stores.follows.remove(wearerId, accountId);
  await stores.alarmSnoozes.endOwn(wearerId, accountId);
  await stores.alarmRecipients.remove(wearerId, accountId);
  await stores.invitations.removeMadeBy(wearerId, accountId);
  const handOver = await stores.handOvers.of(wearerId);
  if (handOver?.toAccount === accountId) await stores.handOvers.remove(wearerId);
  return follow?.code ?? null;
}
