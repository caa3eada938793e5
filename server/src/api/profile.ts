import { type CurrentUser, currentUser, newConnectionCode, updateProfile } from '@tealight/contract';
import { assertCountry } from './countries.ts';
import type { Parts } from './parts.ts';
import { keepPhoto, photoPath, removePhoto } from './photos.ts';
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
    await store.transaction(async (inside) => {
      await inside.accounts.saveProfile(account.id, profile);
      if (changed) await inside.accounts.savePhoto(account.id, photo);
    });
    if (changed && account.photo !== null) await removePhoto(site.photoFolder, account.photo);
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
