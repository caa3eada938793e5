import { deleteAccount } from '@tealight/contract';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Account, Photo } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Stores } from '../../store/store.ts';
import type { Parts } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { removePhoto } from '../photos/photos.ts';
import { deviceOf } from './activity.ts';
import { nothing, withOwnAccount } from './own-account.ts';

/** Deletes an account at once, with everything in it, after the password is confirmed. */
export function serveErase(api: Api, parts: Parts): void {
  serve(api, deleteAccount, async ({ body: { password }, principal, request }) => {
    const typed = { password, network: networkOf(request) };
    const device = deviceOf(request);
    const erased = await withOwnAccount(parts, principal, typed, {
      prepare: nothing,
      async work(inside, account) {
        const gone = await erase(inside, account);
        await mails.deleted(inside, { ...account, device }, parts);
        return gone;
      },
    });
    parts.flushOutbox();
    await stopped(erased, parts);
    return { isSuccess: true };
  });
}

/** What was active for an account when it was erased. */
type Erased = { photo: Photo | null; wearers: Wearer[] };

/**
 * Erases everything stored. The account first: emails to it that are being written are waited for,
 * and a poll or connection of its wearers finds nothing left to write to.
 */
async function erase(inside: Stores, { id, email }: Account): Promise<Erased> {
  const wearers = await inside.wearers.ofAccount(id);
  const photo = await inside.accounts.remove(id);
  await inside.outbox.removeTo(email);
  return { photo, wearers };
}

/** Ends what is still active for the wearers, on every node, and removes the files. */
async function stopped(
  { photo, wearers }: Erased,
  { polling, devices, changes, site }: Parts,
): Promise<void> {
  if (photo !== null) await removePhoto(site, photo);
  for (const { id, code } of wearers) {
    await polling.disconnect(id, { clearCredentials: true });
    await devices.cutOff(id, code);
    // Every node drops the glow and disconnects the lamps.
    for (const change of ['range', 'devices'] as const) await changes.publish(id, change);
  }
}
