import { signIn, signOut } from '@tealight/contract';
import { type Account, emailKey } from '../store/accounts.ts';
import type { Stores } from '../store/store.ts';
import { networkOf } from './address.ts';
import { deviceName } from './device-name.ts';
import { mails } from './mails.ts';
import { whilePasswordHolds } from './own-account.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { type Api, serve } from './serve.ts';
import { openSession } from './sessions-of.ts';

/** Sign-in and sign-out. */
export function serveSignIn(api: Api, parts: Parts): void {
  const { store, passwords, guesses, now } = parts;
  serve(api, signIn, async ({ body: { email, password }, request }) => {
    const guess = guesses.begin(emailKey(email), networkOf(request));
    const device = deviceName(request.headers['user-agent']);
    const found = await store.accounts.byEmail(email);
    // A sign-in that is under way while the password is changed or reset must not survive it.
    const done = await whilePasswordHolds(parts, found, password, {
      prepare: async (outdated) => (outdated ? passwords.hash(password) : null),
      async work(inside, account, rehashed) {
        if (account.emailConfirmedAt === null) return null;
        if (rehashed) await inside.accounts.savePassword(account.id, rehashed);
        return welcome(inside, account, device, parts);
      },
    });
    if (done === null) throw new Refusal('wrong-sign-in');
    guess.right();
    if (done.result === null) throw new Refusal('email-not-confirmed');
    const { isNewPlace, ...answer } = done.result;
    if (isNewPlace) parts.knock();
    return answer;
  });

  serve(api, signOut, async ({ visitor, reply }) => {
    await store.sessions.end(visitor.sessionHash, now());
    // Not "storage": the app removes its token itself, and a lamp's code and the choice of theme are to stay.
    reply.header('clear-site-data', '"cache"');
    return { isSuccess: true };
  });
}

/** Opens the session; the owner is notified of a device never seen before, except the very first. */
async function welcome(inside: Stores, account: Account, device: string, parts: Parts) {
  const { now } = parts;
  const firstTimeLoggedIn = await inside.accounts.firstSignIn(account.id, now());
  const isNewPlace = !firstTimeLoggedIn && !(await inside.sessions.knowsAgent(account.id, device));
  const accessToken = await openSession(inside, { accountId: account.id, device }, now());
  if (isNewPlace) await mails.newSignIn(inside, { ...account, device }, parts);
  return { accessToken, firstTimeLoggedIn, isNewPlace };
}
