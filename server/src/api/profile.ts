import { type CurrentUser, currentUser, newConnectionCode, updateProfile } from '@tealight/contract';
import { assertCountry } from './countries.ts';
import type { Parts } from './parts.ts';
import { keepPhoto, photoPath, removePhoto } from './photos.ts';
import { Refusal } from './refusal.ts';
import { type Api, type SignedIn, serve } from './serve.ts';

/** The signed-in user: reading and changing what stands on the account page. */
export function serveProfile(api: Api, parts: Parts): void {
  const { store, budgets, site } = parts;
  serve(api, currentUser, ({ visitor }) => userOf(visitor));

  serve(api, updateProfile, async ({ body, files, visitor }) => {
    const { resetUserPhoto, ...profile } = body;
    await assertCountry(profile.location);
    const { account } = visitor;
    const upload = files.get('photo');
    if (upload !== undefined) budgets.spend('heavy', account.id);
    const photo = upload === undefined ? null : await keepPhoto(site.photoFolder, upload);
    const changed = photo !== null || resetUserPhoto === 'true';
    try {
      const before = await store.transaction(async (inside) => {
        // Changing the row also keeps others from changing or erasing it until all of this is stored.
        await inside.accounts.saveProfile(account.id, profile);
        const known = await inside.accounts.byId(account.id);
        // Erased while the photo was read.
        if (known === null) throw new Refusal('not-signed-in');
        if (changed) await inside.accounts.savePhoto(account.id, photo);
        return known.photo;
      });
      if (changed && before !== null) await removePhoto(site.photoFolder, before);
    } catch (error) {
      if (photo !== null) await removePhoto(site.photoFolder, photo);
      throw error;
    }
    return { isSuccess: true };
  });

  serve(api, newConnectionCode, async ({ visitor }) => {
    const { wearer } = visitor;
    const connectionCode = await store.wearers.renewCode(wearer.id);
    await parts.devices.cutOff(wearer.id, wearer.code);
    await parts.changes.tell(wearer.id, 'devices');
    return { connectionCode };
  });
}

function userOf({ account, wearer }: Pick<SignedIn, 'account' | 'wearer'>): CurrentUser {
  const { firstName, lastName, email, phone, location, photo } = account;
  return {
    firstName,
    lastName,
    email,
    phoneNumber: phone,
    location,
    connectionCode: wearer.code,
    rangeSetup: wearer.range,
    emailConfirmed: account.emailConfirmedAt !== null,
    dateOfBirth: null,
    gender: null,
    originalPhoto: photo && photoPath(photo.original),
    resizedPhoto: photo && photoPath(photo.square),
    userSettings: { highFlash: wearer.flash.high, lowFlash: wearer.flash.low, palette: wearer.palette },
  };
}
