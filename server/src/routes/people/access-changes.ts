import { type AuditDetail, type AuditKind, type Right, scopeRights } from '@tealight/contract';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Follow } from '../../store/people/follows.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { ownersRights } from '../../store/people/rights.ts';
import type { ShareLink } from '../../store/people/share-links.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';

/** Records, in the transaction that does it, a change of who may see a wearer, or of what others rely on. */
export const noteAudit = (
  { audit }: Pick<Stores, 'audit'>,
  wearerId: number,
  entry: { kind: AuditKind; by: number | null; about?: number; detail?: AuditDetail },
  now: number,
): Promise<void> => audit.add(wearerId, entry, now);

/** Counts a recorded change by somebody who is not the owner. Throws `too-many-tries`. */
export async function spendRecorded(
  { budgets }: Pick<Dependencies, 'budgets'>,
  { accountId, wearerId, follow }: Pick<WearerPrincipal, 'accountId' | 'wearerId' | 'follow'>,
): Promise<void> {
  if (follow !== null) await budgets.spend('recorded', `${accountId} ${wearerId}`);
}

/**
 * Locks the account that makes a call and the wearer whom it is about, so that limits hold when two calls come at once.
 * Returns the account, whether it owns the wearer, and what it may do now: a call may wait for the one that takes its
 * right away, or hands the wearer over.
 *
 * Throws `not-signed-in`, `no-such-wearer`: both may be erased, and access may end, while the call is running.
 * `not-allowed`: the account has lost the right `needed`.
 */
export async function lockBoth(
  { accounts, wearers, follows }: Pick<Stores, 'accounts' | 'wearers' | 'follows'>,
  { accountId, wearerId }: { accountId: number; wearerId: number },
  needed: Right,
): Promise<{ account: Account; isOwner: boolean; rights: ReadonlySet<Right> }> {
  const account = await accounts.lock(accountId);
  if (account === null) throw new ProblemError('not-signed-in');
  const wearer = await wearers.lock(wearerId);
  const isOwner = wearer?.accountId === accountId;
  const rights = isOwner ? ownersRights : (await follows.byAccount(wearerId, accountId))?.rights;
  if (wearer === null || rights === undefined) throw new ProblemError('no-such-wearer');
  if (!rights.has(needed)) throw new ProblemError('not-allowed');
  return { account, isOwner, rights };
}

/** Somebody's access has ended: what their code opens is closed, and every node checks open streams and devices again. */
export async function accessEnded(
  { devices, changes }: Pick<Dependencies, 'devices' | 'changes'>,
  wearerId: number,
  code: string | null,
): Promise<void> {
  if (code !== null) await devices.disconnectCode(wearerId, code);
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

/**
 * Gives a follower other rights, inside a transaction. What they offered to others ends with the right to offer it:
 * invitations, and share links that they could not make now. Returns the connection code that ends, for `accessEnded`.
 */
export async function changeRights(
  stores: Stores,
  wearerId: number,
  follow: Pick<Follow, 'accountId' | 'rights'>,
  { role, rights, by, now }: Pick<Follow, 'role'> & { rights: readonly Right[]; by: number; now: number },
): Promise<string | null> {
  const { accountId } = follow;
  await stores.follows.change(wearerId, accountId, { role, rights });
  if (!rights.includes('invite')) await stores.invitations.removeMadeBy(wearerId, accountId);
  const losesLinks = follow.rights.has('links') && !rights.includes('links');
  await endLinks(stores, wearerId, {
    which: (link) => link.madeBy === accountId && (losesLinks || !isWithin(link, new Set(rights))),
    by,
    now,
  });
  return rights.includes('lamps') ? null : stores.codes.end(wearerId, accountId);
}

/** Whether somebody with these rights may see what a share link shows. */
export const isWithin = ({ scope }: Pick<ShareLink, 'scope'>, rights: ReadonlySet<Right>): boolean =>
  scopeRights[scope].every((right) => rights.has(right));

/**
 * The rights that who made an invitation can still give; null: none any more. Only the owner hands over, and carers may
 * have lost the right to invite, or others that they gave (PPL-6).
 */
export async function rightsToGive(
  { follows }: Pick<Stores, 'follows'>,
  { madeBy, role }: Invitation,
  wearer: Wearer,
): Promise<ReadonlySet<Right> | null> {
  if (madeBy === wearer.accountId) return ownersRights;
  const follow = role === 'owner' ? null : await follows.byAccount(wearer.id, madeBy);
  return follow?.rights.has('invite') ? follow.rights : null;
}
