import {
  invitationLastsMs,
  invite,
  joinPath,
  listInvitations,
  lookAtInvitation,
  MAX_FOLLOWERS,
  MAX_INVITATIONS,
  narrowedRights,
  roleRights,
  withdrawInvitation,
} from '@tealight/contract';
import { withMinDuration } from '../../http/min-duration.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { hashOf, newToken } from '../../shared/token.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import type { Invitation, NewInvitation } from '../../store/people/invitations.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockBoth, noteAudit, rightsToGive } from './access-changes.ts';
import { serveAnswer } from './answer-invitation.ts';
import { peopleMails } from './people-mails.ts';

/** Inviting somebody to see a wearer, and what an invitation says. */
export function serveInvitations(api: Api, dependencies: Dependencies): void {
  const { store, budgets, changes, now, site } = dependencies;

  serve(api, invite, async ({ body: { kind, email, role, rights: wanted }, principal }) => {
    const { wearerId, wearer, accountId, account } = principal;
    await budgets.spend('invitation', accountId);
    const token = newToken();
    const expiresAt = now() + invitationLastsMs[kind];
    const link = `${site.publicUrl}${joinPath}#${token}`;
    const id = await store.transaction(async (inside) => {
      const { rights: own } = await lockBoth(inside, principal, 'invite');
      const rights = narrowedRights(role, wanted ?? roleRights[role].given).filter((right) => own.has(right));
      const follows = await inside.follows.of(wearerId);
      if (follows.length >= MAX_FOLLOWERS) throw new ProblemError('too-many-followers');
      const added = await addInvitation(
        inside,
        {
          wearerId,
          tokenHash: hashOf(token),
          kind,
          role,
          rights,
          ownerBecomes: null,
          expiresAt,
          email: email === undefined ? null : emailKey(email),
          madeBy: accountId,
          madeAt: now(),
        },
        now(),
      );
      if (email !== undefined)
        await peopleMails.invited(inside, email, { account, wearer, link, role }, dependencies);
      return added;
    });
    if (email !== undefined) dependencies.flushOutbox();
    await changes.publish(wearerId, 'people');
    return {
      id,
      link: kind === 'email' ? null : link,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });

  serve(api, listInvitations, async ({ principal }) => {
    const invitations = await store.invitations.of(principal.wearerId, now());
    const visible = invitations.filter((one) => mayManage(one, principal.follow === null));
    return {
      invitations: visible.map((invitation) => ({
        id: invitation.id,
        kind: invitation.kind,
        role: invitation.role,
        rights: [...invitation.rights],
        // PPL-10: an address is only for who wrote it, and for the owner.
        email:
          principal.follow === null || invitation.madeBy === principal.accountId ? invitation.email : null,
        madeAt: new Date(invitation.madeAt).toISOString(),
        expiresAt: new Date(invitation.expiresAt).toISOString(),
        state: invitation.declinedAt === null ? ('open' as const) : ('declined' as const),
      })),
    };
  });

  serve(api, withdrawInvitation, async ({ body: { id }, principal }) => {
    const { wearerId, accountId } = principal;
    await store.transaction(async (inside) => {
      const { isOwner } = await lockBoth(inside, principal, 'invite');
      const found = (await inside.invitations.of(wearerId, now())).find((one) => one.id === id);
      if (found === undefined || !mayManage(found, isOwner)) throw new ProblemError('no-such-invitation');
      await inside.invitations.remove(wearerId, id);
      // What was declined is only taken off the list.
      if (found.declinedAt === null)
        await noteAudit(inside, wearerId, { kind: 'invitation-withdrawn', by: accountId }, now());
    });
    await changes.publish(wearerId, 'people');
    return { isSuccess: true };
  });

  serve(api, lookAtInvitation, async ({ body: { token }, request }) => {
    await budgets.spend('invitation-look', networkOf(request));
    // Every token that opens nothing is answered alike, after the same time.
    return withMinDuration(dependencies.evenMs, async () => {
      const invitation = await store.invitations.find(hashOf(token), now());
      const wearer = invitation && (await store.wearers.byId(invitation.wearerId));
      const inviter = invitation && (await store.accounts.byId(invitation.madeBy));
      if (invitation === null || wearer === null || inviter === null) throw new ProblemError('link-expired');
      const mayGive = await rightsToGive(store, invitation, wearer);
      if (mayGive === null) throw new ProblemError('link-expired');
      return {
        inviterName: inviter.firstName,
        wearerName: wearer.name,
        role: invitation.role,
        rights: [...invitation.rights].filter((right) => mayGive.has(right)),
        expiresAt: new Date(invitation.expiresAt).toISOString(),
        isForOneAddress: invitation.email !== null,
      };
    });
  });

  serveAnswer(api, dependencies);
}

/** PPL-5: handing over, and taking that back, is for the owner alone. */
const mayManage = ({ role }: Pick<Invitation, 'role'>, isOwner: boolean): boolean =>
  isOwner || role !== 'owner';

/** Adds an invitation or an offer to take over. Throws `too-many-invitations`. */
export async function addInvitation(inside: Stores, invitation: NewInvitation, now: number): Promise<number> {
  const { wearerId, madeBy: by, kind, role, rights } = invitation;
  const others = await inside.invitations.of(wearerId, now);
  if (others.filter(({ declinedAt }) => declinedAt === null).length >= MAX_INVITATIONS)
    throw new ProblemError('too-many-invitations');
  const id = await inside.invitations.add(invitation);
  const detail = { role, rights: [...rights], by: kind };
  await noteAudit(inside, wearerId, { kind: 'invited', by, detail }, now);
  return id;
}
