import {
  cancelHandOver,
  confirmHandOver,
  HAND_OVER_DAYS,
  invitationLastsMs,
  joinPath,
  offerHandOver,
  readHandOver,
} from '@tealight/contract';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { DAY } from '../../shared/time-units.ts';
import { hashOf, newToken } from '../../shared/token.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import type { HandOver } from '../../store/people/hand-overs.ts';
import { carerRights } from '../../store/people/rights.ts';
import { nothing, withOwnAccount } from '../accounts/own-account.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockBoth, noteAudit } from './access-changes.ts';
import { addInvitation } from './invitations.ts';
import { peopleMails } from './people-mails.ts';
import { afterHandOver, handOverNow, isAtLimit } from './take-over.ts';

/** Handing a wearer over to another owner: offered, agreed, and in effect after some days or when both confirm. */
export function serveHandOver(api: Api, dependencies: Dependencies): void {
  const { store, budgets, changes, now, site } = dependencies;

  serve(api, readHandOver, async ({ principal }) => {
    const handOver = await store.handOvers.of(principal.wearerId);
    const side = handOver && sideOf(principal, handOver);
    if (handOver === null || side === null) return { handOver: null };
    const [from, to] = await Promise.all([
      store.accounts.byId(principal.wearer.accountId),
      store.accounts.byId(handOver.toAccount),
    ]);
    const confirmedAt = side === 'from' ? handOver.fromConfirmedAt : handOver.toConfirmedAt;
    return {
      handOver: {
        fromName: `${from?.firstName} ${from?.lastName}`,
        toName: `${to?.firstName} ${to?.lastName}`,
        agreedAt: new Date(handOver.agreedAt).toISOString(),
        takesEffectAt: new Date(handOver.agreedAt + HAND_OVER_DAYS * DAY).toISOString(),
        isConfirmed: isRecent(confirmedAt, now()),
        ownerBecomes: handOver.ownerBecomes,
      },
    };
  });

  serve(api, offerHandOver, async ({ body: { email, ownerBecomes }, principal }) => {
    const { wearerId, wearer, accountId, account } = principal;
    await budgets.spend('invitation', accountId);
    const token = newToken();
    const expiresAt = now() + invitationLastsMs.email;
    const link = `${site.publicUrl}${joinPath}#${token}`;
    await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'hand-over');
      await addInvitation(
        inside,
        {
          wearerId,
          tokenHash: hashOf(token),
          kind: 'email',
          role: 'owner',
          rights: carerRights,
          ownerBecomes,
          email: emailKey(email),
          madeBy: accountId,
          madeAt: now(),
          expiresAt,
        },
        now(),
      );
      await peopleMails.invited(inside, email, { account, wearer, link, role: 'owner' }, dependencies);
    });
    dependencies.flushOutbox();
    await changes.publish(wearerId, 'people');
    return { expiresAt: new Date(expiresAt).toISOString() };
  });

  serve(api, confirmHandOver, async ({ body: { password }, principal, request }) => {
    const typed = { password, network: networkOf(request) };
    const { isAtOnce, side } = await withOwnAccount(dependencies, principal, typed, {
      prepare: nothing,
      async work(inside) {
        const handOver = await inside.handOvers.lock(principal.wearerId);
        const side = handOver && sideOf(principal, handOver);
        if (handOver === null || side === null) throw new ProblemError('no-hand-over');
        const other = side === 'from' ? handOver.toConfirmedAt : handOver.fromConfirmedAt;
        const isAtOnce = isRecent(other, now());
        // Not recorded, so that it can be confirmed again.
        if (isAtOnce && (await isAtLimit(inside, handOver.toAccount))) throw atLimit(side);
        await inside.handOvers.confirm(principal.wearerId, side, now());
        return { isAtOnce, side };
      },
    });
    // In a transaction of its own: this one holds one account, and the hand-over locks both in their order.
    const done = isAtOnce
      ? await store.transaction((inside) => handOverNow(inside, principal.wearerId, dependencies))
      : null;
    if (done === 'at-limit') throw atLimit(side);
    if (done !== null) await afterHandOver(done, dependencies);
    return { handedOver: done !== null };
  });

  serve(api, cancelHandOver, async ({ principal }) => {
    const { wearerId, accountId: by } = principal;
    await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'see-now');
      const handOver = await inside.handOvers.lock(wearerId);
      if (handOver === null || sideOf(principal, handOver) === null) throw new ProblemError('no-hand-over');
      await inside.handOvers.remove(wearerId);
      await noteAudit(inside, wearerId, { kind: 'hand-over-canceled', by }, now());
    });
    await changes.publish(wearerId, 'people');
    return { isSuccess: true };
  });
}

/** The new owner has as many wearers as an account may have. `side`: who confirms. */
const atLimit = (side: 'from' | 'to') =>
  new ProblemError(side === 'to' ? 'too-many-wearers' : 'new-owner-at-limit');

/** PPL-25: both confirm on the same day. An older confirmation says nothing, and is made again. */
const isRecent = (confirmedAt: number | null, now: number): boolean =>
  confirmedAt !== null && now - confirmedAt < DAY;

/** Which side of the hand-over the account is on; null for everybody else. */
function sideOf({ follow, accountId }: WearerPrincipal, { toAccount }: HandOver): 'from' | 'to' | null {
  if (follow === null) return 'from';
  return accountId === toAccount ? 'to' : null;
}
