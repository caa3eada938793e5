import { type AuditDetail, type AuditKind, type Right, scopeRights } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import type { ShareLink } from '../../store/people/share-links.ts';
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
 * Invitations and share links of its making end as well: it has no right any more to give, and knows their secrets.
 */
export async function endAccess(
  stores: Stores,
  wearerId: number,
  { accountId, by, now }: { accountId: number; by: number; now: number },
): Promise<string | null> {
  const follow = await stores.follows.byAccount(wearerId, accountId);
  await stores.follows.remove(wearerId, accountId);
  await endAlarms(stores, wearerId, accountId);
  await stores.invitations.removeMadeBy(wearerId, accountId);
  await endLinks(stores, wearerId, { which: ({ madeBy }) => madeBy === accountId, by, now });
  const handOver = await stores.handOvers.of(wearerId);
  if (handOver?.toAccount === accountId) await stores.handOvers.remove(wearerId);
  return follow?.code ?? null;
}

/** Ends what alarms of a wearer have stored for an account that they no longer reach. */
export async function endAlarms(
  { alarmSnoozes, alarmRecipients }: Pick<Stores, 'alarmSnoozes' | 'alarmRecipients'>,
  wearerId: number,
  accountId: number,
): Promise<void> {
  await alarmSnoozes.endOwn(wearerId, accountId);
  await alarmRecipients.remove(wearerId, accountId);
}

/** Ends share links of a wearer, inside a transaction, and records it. */
export async function endLinks(
  stores: Pick<Stores, 'shareLinks' | 'audit'>,
  wearerId: number,
  { which, by, now }: { which: (link: ShareLink) => boolean; by: number; now: number },
): Promise<void> {
  for (const link of (await stores.shareLinks.of(wearerId, now)).filter(which)) {
    await stores.shareLinks.remove(wearerId, link.id);
    await noteAudit(stores, wearerId, { kind: 'link-ended', by, detail: { link: link.name } }, now);
  }
}

/** Whether somebody with these rights may see what a share link shows. */
export const isWithin = ({ scope }: ShareLink, rights: readonly Right[]): boolean =>
  scopeRights[scope].every((right) => rights.includes(right));

/** Whether who made an invitation may still give what it gives: only the owner hands over, and carers may lose the right. */
export async function isStillGiven(
  { follows }: Pick<Stores, 'follows'>,
  { madeBy, role }: Invitation,
  wearer: Wearer,
): Promise<boolean> {
  if (madeBy === wearer.accountId) return true;
  const follow = role === 'owner' ? null : await follows.byAccount(wearer.id, madeBy);
  return follow?.rights.has('invite') ?? false;
}
