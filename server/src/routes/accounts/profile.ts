import { type CurrentUser, currentUser, newConnectionCode, updateProfile } from '@tealight/contract';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, type Handler, serve } from '../../http/serve-call.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { lockBoth, noteAudit, spendRecorded } from '../people/access-changes.ts';
import { keepPhoto, photoPath, removePhoto } from '../photos/photos.ts';
import { deviceOf, noteActivity } from './activity.ts';
import { countryErrors } from './countries.ts';

/** The signed-in user: reading and changing the account page. */
export function serveProfile(api: Api, dependencies: Dependencies): void {
  const { store, budgets, site } = dependencies;
  serve(api, currentUser, async ({ principal }) => {
    const { follow, wearer, wearerId, accountId } = principal;
    if (follow === null) return userOf(principal, wearer.code);
    const own = await store.codes.ensure(wearerId, accountId);
    if (own?.isNew)
      await noteAudit(store, wearerId, { kind: 'code-made', by: accountId }, dependencies.now());
    return userOf(principal, own?.code ?? null);
  });

  const update: Handler<typeof updateProfile> = async ({ body, files, principal }) => {
    const { resetUserPhoto, ...profile } = body;
    const { account } = principal;
    const upload = files.get('photo');
    if (upload !== undefined) await budgets.spend('heavy', account.id);
    const photo = upload === undefined ? null : await keepPhoto(site, upload, dependencies.now());
    const changed = photo !== null || resetUserPhoto === 'true';
    // The photo to replace is the one stored now, not the one stored when the call arrived.
    const save = async (inside: Stores) => {
      const locked = await inside.accounts.lock(account.id);
      // The account was erased while the photo was decoded.
      if (locked === null) throw new ProblemError('not-signed-in');
      await inside.accounts.saveProfile(account.id, profile);
      if (changed) await inside.accounts.savePhoto(account.id, photo);
      return changed ? locked.photo : null;
    };
    const unused = await store.transaction(save).catch(async (error: unknown) => {
      if (photo !== null) await removePhoto(site, photo);
      throw error;
    });
    if (unused !== null) await removePhoto(site, unused);
    return { isSuccess: true };
  };
  serve(api, updateProfile, update, countryErrors);

  serve(api, newConnectionCode, async ({ principal, request }) => {
    await spendRecorded(dependencies, principal);
    const { accountId, wearerId } = principal;
    const mayMail = await budgets.allows('activity-mail', `code ${accountId}`);
    const { old, code } = await store.transaction(async (inside) => {
      // When two renew at once, the second replaces the code of the first.
      const { account, isOwner } = await lockBoth(inside, principal, 'lamps');
      await noteActivity(inside, accountId, 'code-renewed', { request, now: dependencies.now });
      if (mayMail) await mails.codeRenewed(inside, { ...account, device: deviceOf(request) }, dependencies);
      await noteAudit(inside, wearerId, { kind: 'code-renewed', by: accountId }, dependencies.now());
      return renewOwnCode(inside, principal, isOwner);
    });
    dependencies.flushOutbox();
    if (old !== null) await dependencies.devices.disconnectCode(wearerId, old);
    await dependencies.changes.publish(wearerId, 'devices');
    // Pages that show the old code load everything again.
    await dependencies.changes.publish(wearerId, 'people');
    return { connectionCode: code };
  });
}

/** The account, with the range and the settings of the wearer. `code`: the account's own for this wearer. */
function userOf(
  { account, wearer }: Pick<WearerPrincipal, 'account' | 'wearer'>,
  code: string | null,
): CurrentUser {
  const { firstName, lastName, email, phone, location, photo } = account;
  return {
    firstName,
    lastName,
    email,
    phoneNumber: phone,
    location,
    connectionCode: code,
    rangeSetup: wearer.range,
    emailConfirmed: account.emailConfirmedAt !== null,
    dateOfBirth: null,
    gender: null,
    originalPhoto: photo && photoPath(photo.original),
    resizedPhoto: photo && photoPath(photo.square),
    userSettings: { highFlash: wearer.flash.high, lowFlash: wearer.flash.low, palette: wearer.palette },
  };
}

/** Replaces the account's own code for the wearer: nobody else's changes (PPL-32). Throws `not-allowed`. */
async function renewOwnCode(
  inside: Stores,
  { wearerId, accountId, wearer }: WearerPrincipal,
  isOwner: boolean,
): Promise<{ old: string | null; code: string }> {
  if (isOwner) {
    const old = (await inside.wearers.byId(wearerId))?.code ?? wearer.code;
    return { old, code: await inside.wearers.renewCode(wearerId) };
  }
  const old = (await inside.codes.ensure(wearerId, accountId))?.code ?? null;
  const code = await inside.codes.renew(wearerId, accountId);
  // The right ended while the call was running.
  if (code === null) throw new ProblemError('not-allowed');
  return { old, code };
}
