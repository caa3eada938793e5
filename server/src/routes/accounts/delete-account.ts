import { deleteAccount } from '@tealight/contract';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Account, Photo } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { endAccess, noteAudit } from '../people/access-changes.ts';
import { peopleMails } from '../people/people-mails.ts';
import { removePhoto } from '../photos/photos.ts';
import { deviceOf } from './activity.ts';
import { eraseReadings } from './erase-readings.ts';
import { withOwnAccount } from './own-account.ts';

/** Deletes an account at once, with everything in it, after the password is confirmed. */
export function serveErase(api: Api, dependencies: Dependencies): void {
  serve(api, deleteAccount, async ({ body: { password }, principal, request }) => {
    const typed = { password, network: networkOf(request) };
    const device = deviceOf(request);
    const erased = await withOwnAccount(dependencies, principal, typed, {
      prepare: () => eraseReadings(dependencies.store, principal.account.id),
      async work(inside, account) {
        const gone = await erase(inside, account, dependencies);
        await mails.deleted(inside, { ...account, device }, dependencies);
        return gone;
      },
    });
    dependencies.flushOutbox();
    await stopped(erased, dependencies);
    return { isSuccess: true };
  });
}

/** What was active for an account when it was erased. */
type Erased = {
  photo: Photo | null;
  wearers: Wearer[];
  /** Connection codes of others for these wearers, and the account's own for wearers that it followed. */
  codes: { wearerId: number; code: string }[];
  followed: number[];
};

/**
 * Erases everything stored. The account first: emails to it that are being written are waited for,
 * and a poll or connection of its wearers finds nothing left to write to.
 */
async function erase(inside: Stores, { id, email }: Account, dependencies: Dependencies): Promise<Erased> {
  const wearers = await inside.wearers.ofAccount(id);
  const followed = await inside.follows.wearersOf(id);
  const codes: Erased['codes'] = [];
  for (const wearer of wearers) {
    for (const { accountId, code } of await inside.follows.of(wearer.id)) {
      if (code !== null) codes.push({ wearerId: wearer.id, code });
      const follower = await inside.accounts.byId(accountId);
      if (follower !== null) await peopleMails.wearerGone(inside, follower, wearer, dependencies);
    }
  }
  for (const wearerId of followed) {
    await inside.wearers.lock(wearerId);
    const code = await endAccess(inside, wearerId, { accountId: id, by: id, now: dependencies.now() });
    if (code !== null) codes.push({ wearerId, code });
    await noteAudit(inside, wearerId, { kind: 'follower-left', by: id }, dependencies.now());
  }
  const photo = await inside.accounts.remove(id);
  await inside.outbox.removeTo(email);
  return { photo, wearers, codes, followed };
}

/** Ends what is still active for the wearers, on every node, and then removes the files, which may fail. */
async function stopped(
  { photo, wearers, codes, followed }: Erased,
  { polling, devices, changes, site }: Dependencies,
): Promise<void> {
  for (const { id, code } of wearers) {
    await devices.disconnectCode(id, code);
    // Every node drops the glow and disconnects the lamps.
    for (const change of ['range', 'devices', 'people'] as const) await changes.publish(id, change);
  }
  for (const { wearerId, code } of codes) await devices.disconnectCode(wearerId, code);
  for (const wearerId of followed) await changes.publish(wearerId, 'people');
  for (const { id } of wearers) await polling.disconnect(id, { clearCredentials: true });
  if (photo !== null) await removePhoto(site, photo);
}
