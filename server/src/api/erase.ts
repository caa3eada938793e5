import { deleteAccount } from '@tealight/contract';
import type { Account } from '../store/accounts.ts';
import { networkOf } from './address.ts';
import { ownAccount } from './own-account.ts';
import type { Parts } from './parts.ts';
import { removePhoto } from './photos.ts';
import { type Api, serve } from './serve.ts';

/** Deleting one's account: at once, with everything in it, after the password is typed. */
export function serveErase(api: Api, parts: Parts): void {
  serve(api, deleteAccount, async ({ body: { password }, visitor, request }) => {
    const account = await ownAccount(parts, visitor, { password, network: networkOf(request) });
    await erase(account, parts);
    return { isSuccess: true };
  });
}

/** What runs for the wearers is stopped first, so that nothing writes what was just erased. */
async function erase(account: Account, { store, polling, devices, changes, site }: Parts): Promise<void> {
  const wearers = await store.wearers.ofAccount(account.id);
  for (const { id } of wearers) await polling.disconnect(id, { clearCredentials: true });
  const photo = await store.transaction(async (inside) => {
    await inside.outbox.removeTo(account.email);
    return inside.accounts.remove(account.id);
  });
  if (photo !== null) await removePhoto(site.photoFolder, photo);
  for (const { id, code } of wearers) {
    await devices.cutOff(id, code);
    // Every node forgets the glow, and sends the lamps away.
    for (const change of ['range', 'devices'] as const) await changes.tell(id, change);
  }
}
