import {
  changeFollow,
  endFollow,
  leaveWearer,
  listFollows,
  narrowedRights,
  saveFollowSettings,
} from '@tealight/contract';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Follow } from '../../store/people/follows.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { accessEnded, changeRights, endAccess, lockBoth, noteAudit } from './access-changes.ts';

/** Who follows a wearer: listing them, changing and ending what they may do, and leaving. */
export function serveFollows(api: Api, dependencies: Dependencies): void {
  const { store, changes, now } = dependencies;

  serve(api, listFollows, async ({ principal }) => {
    const follows = await store.follows.of(principal.wearerId);
    return {
      follows: follows.map(({ id, firstName, lastName, email, role, rights, since }) => ({
        id,
        firstName,
        lastName,
        role,
        rights: [...rights],
        // PPL-10: addresses are the owner's to see.
        email: principal.follow === null ? email : '',
        since: new Date(since).toISOString(),
      })),
    };
  });

  serve(api, changeFollow, async ({ body: { id, role, rights: wanted }, principal }) => {
    const { wearerId, accountId } = principal;
    const code = await store.transaction(async (inside) => {
      const { rights: own } = await lockBoth(inside, principal, 'invite');
      const follow = await changeable(inside, principal, id);
      // Nobody gives a right that they lack (PPL-6); what the follower has already, stays.
      const rights = narrowedRights(role, wanted).filter(
        (right) => own.has(right) || follow.rights.has(right),
      );
      const ended = await changeRights(inside, wearerId, follow, { role, rights, by: accountId, now: now() });
      const detail = { role, rights: [...rights] };
      await noteAudit(
        inside,
        wearerId,
        { kind: 'rights-changed', by: accountId, about: follow.accountId, detail },
        now(),
      );
      return ended;
    });
    await accessEnded(dependencies, wearerId, code);
    return { isSuccess: true };
  });

  serve(api, endFollow, async ({ body: { id }, principal }) => {
    const { wearerId, accountId } = principal;
    const code = await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'invite');
      const { accountId: about } = await changeable(inside, principal, id);
      const ended = await endAccess(inside, wearerId, { accountId: about, by: accountId, now: now() });
      await noteAudit(inside, wearerId, { kind: 'follower-removed', by: accountId, about }, now());
      return ended;
    });
    await accessEnded(dependencies, wearerId, code);
    return { isSuccess: true };
  });

  serve(api, leaveWearer, async ({ principal }) => {
    const { wearerId, accountId, follow } = principal;
    if (follow === null) throw new ProblemError('own-wearer');
    const code = await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'see-now');
      const ended = await endAccess(inside, wearerId, { accountId, by: accountId, now: now() });
      await noteAudit(inside, wearerId, { kind: 'follower-left', by: accountId }, now());
      return ended;
    });
    await accessEnded(dependencies, wearerId, code);
    return { isSuccess: true };
  });

  serve(api, saveFollowSettings, async ({ body: { unit, alias }, principal }) => {
    const { wearerId, accountId, follow } = principal;
    if (follow === null) throw new ProblemError('own-wearer');
    const settings = { ...(unit !== undefined && { unit }), ...(alias !== undefined && { alias }) };
    await store.follows.saveSettings(wearerId, accountId, settings);
    await changes.publish(wearerId, 'people');
    return { isSuccess: true };
  });
}

/** The follower with this id. A carer is changed by the owner only (PPL-23). */
async function changeable(
  inside: Stores,
  { wearerId, follow }: WearerPrincipal,
  id: number,
): Promise<Follow> {
  const found = await inside.follows.byId(wearerId, id);
  if (found === null) throw new ProblemError('no-such-follower');
  if (follow !== null && found.role === 'carer') throw new ProblemError('not-allowed');
  return found;
}
