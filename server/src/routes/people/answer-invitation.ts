import {
  answerInvitation,
  HAND_OVER_DAYS,
  MAX_FOLLOWED,
  MAX_FOLLOWERS,
  MAX_WEARERS,
  narrowedRights,
  type Right,
  type Role,
} from '@tealight/contract';
import { withMinDuration } from '../../http/min-duration.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { DAY } from '../../shared/time-units.ts';
import { hashOf } from '../../shared/token.ts';
import { type Account, emailKey } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Follow } from '../../store/people/follows.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { carerRights } from '../../store/people/rights.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit, rightsToGive } from './access-changes.ts';
import { peopleMails } from './people-mails.ts';

type Answered = { wearer: Wearer; isAccepted: boolean; isHandOver: boolean };

/** Accepting and declining an invitation. */
export function serveAnswer(api: Api, dependencies: Dependencies): void {
  const { store, budgets, changes, now } = dependencies;
  serve(api, answerInvitation, async ({ body: { token, accept }, principal, request }) => {
    await budgets.spend('invitation-look', networkOf(request));
    const answered = await withMinDuration(dependencies.evenMs, () =>
      store.transaction(async (inside): Promise<Answered> => {
        const account = await inside.accounts.lock(principal.accountId);
        const found = await inside.invitations.find(hashOf(token), now());
        // The wearer before the invitation, as where invitations are ended: so neither waits for the other.
        const wearer = found && (await inside.wearers.lock(found.wearerId));
        // Of two answers at once, the second finds nothing.
        const invitation = wearer && (await inside.invitations.lock(hashOf(token), now()));
        if (account === null || invitation === null || wearer === null)
          throw new ProblemError('link-expired');
        const mayGive = await rightsToGive(inside, invitation, wearer);
        // Nobody gives to themselves either: what the owner took away would be back.
        if (mayGive === null || invitation.madeBy === account.id) throw new ProblemError('link-expired');
        checkAddress(invitation, account);
        if (!accept) {
          await decline(inside, invitation, account, now());
          return { wearer, isAccepted: false, isHandOver: false };
        }
        await checkAcceptance(inside, { invitation, wearer, account });
        const isHandOver = await acceptIn(inside, { invitation, wearer, account, mayGive }, dependencies);
        return { wearer, isAccepted: true, isHandOver };
      }),
    );
    await changes.publish(answered.wearer.id, 'people');
    if (!answered.isAccepted) return { wearer: null, takesEffectAt: null };
    dependencies.flushOutbox();
    const takesEffectAt = new Date(now() + HAND_OVER_DAYS * DAY).toISOString();
    return {
      wearer: answered.wearer.publicId,
      takesEffectAt: answered.isHandOver ? takesEffectAt : null,
    };
  });
}

/** An emailed invitation is for the account with that confirmed address (PPL-9). */
function checkAddress({ email }: Invitation, account: Account): void {
  if (email === null) return;
  if (emailKey(account.email) !== email || account.emailConfirmedAt === null)
    throw new ProblemError('other-address');
}

async function decline(inside: Stores, { id, wearerId }: Invitation, account: Account, now: number) {
  await inside.invitations.decline(id, now);
  await noteAudit(inside, wearerId, { kind: 'invitation-declined', by: account.id }, now);
}

type Acceptance = { invitation: Invitation; wearer: Wearer; account: Account };
type Given = Acceptance & { mayGive: ReadonlySet<Right> };

/** Throws `own-wearer`, `too-many-wearers`, `too-many-followers`. */
async function checkAcceptance(inside: Stores, { invitation, wearer, account }: Acceptance): Promise<void> {
  if (wearer.accountId === account.id) throw new ProblemError('own-wearer');
  const { own, followed } = await inside.visibleWearers.count(account.id);
  if (invitation.role === 'owner' && own >= MAX_WEARERS) throw new ProblemError('too-many-wearers');
  if ((await inside.follows.byAccount(wearer.id, account.id)) !== null) return;
  if (followed >= MAX_FOLLOWED) throw new ProblemError('too-many-wearers');
  if ((await inside.follows.of(wearer.id)).length >= MAX_FOLLOWERS)
    throw new ProblemError('too-many-followers');
}

/**
 * A hand-over takes effect later; until then the new owner is a carer. Somebody who followed already keeps what they may
 * do: only the owner takes it away. Returns whether it is a hand-over.
 */
async function acceptIn(
  inside: Stores,
  { invitation, wearer, account, mayGive }: Given,
  dependencies: Dependencies,
): Promise<boolean> {
  const now = dependencies.now();
  const { id, role, ownerBecomes } = invitation;
  const isHandOver = role === 'owner';
  const given = isHandOver
    ? { role: 'carer' as const, rights: carerRights }
    : { role, rights: [...invitation.rights].filter((right) => mayGive.has(right)) };
  await inside.invitations.remove(wearer.id, id);
  const before = await inside.follows.byAccount(wearer.id, account.id);
  if (before === null) await inside.follows.save(wearer.id, account.id, given, now);
  else await inside.follows.change(wearer.id, account.id, withBoth(before, given));
  const detail = { role, rights: [...given.rights] };
  await noteAudit(inside, wearer.id, { kind: 'invitation-accepted', by: account.id, detail }, now);
  const owner = await inside.accounts.byId(wearer.accountId);
  if (isHandOver) {
    await inside.handOvers.save(wearer.id, account.id, ownerBecomes ?? 'carer', now);
    await noteAudit(inside, wearer.id, { kind: 'hand-over-agreed', by: account.id }, now);
  }
  if (owner !== null) {
    const about = { owner, follower: account, wearer, role };
    await (isHandOver
      ? peopleMails.handOverAgreed(inside, about, dependencies)
      : peopleMails.accepted(inside, about, dependencies));
  }
  return isHandOver;
}

function withBoth(before: Follow, given: { role: Role; rights: readonly Right[] }) {
  const role = before.role === 'carer' ? before.role : given.role;
  return { role, rights: narrowedRights(role, [...new Set([...before.rights, ...given.rights])]) };
}
