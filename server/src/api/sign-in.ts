import { signIn, signOut } from '@tealight/contract';
import { type Account, emailKey } from '../store/accounts.ts';
import { networkOf } from './address.ts';
import { deviceName } from './device-name.ts';
import { mails } from './mails.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { type Api, serve } from './serve.ts';
import { openSession } from './sessions-of.ts';

/** Sign-in and sign-out. */
export function serveSignIn(api: Api, parts: Parts): void {
  const { store, passwords, guesses, now } = parts;
  serve(api, signIn, async ({ body: { email, password }, request }) => {
    const guess = guesses.begin(emailKey(email), networkOf(request));
    const account = await store.accounts.byEmail(email);
    const { right, outdated } = await passwords.check(password, account?.passwordHash ?? null);
    if (account === null || !right) throw new Refusal('wrong-sign-in');
    guess.right();
    if (account.emailConfirmedAt === null) throw new Refusal('email-not-confirmed');
    if (outdated) await store.accounts.savePassword(account.id, await passwords.hash(password));
    return welcome(account, deviceName(request.headers['user-agent']), parts);
  });

  serve(api, signOut, async ({ visitor, reply }) => {
    await store.sessions.end(visitor.sessionHash, now());
    // Not "storage": the app removes its token itself, and a lamp's code and the choice of theme are to stay.
    reply.header('clear-site-data', '"cache"');
    return { isSuccess: true };
  });
}

/** Opens the session; a device never seen before is told to the owner, except the very first. */
async function welcome(account: Account, device: string, parts: Parts) {
  const { store, now } = parts;
  const { strange, ...answer } = await store.transaction(async (inside) => {
    const firstTimeLoggedIn = await inside.accounts.firstSignIn(account.id, now());
    const strange = !firstTimeLoggedIn && !(await inside.sessions.knowsAgent(account.id, device));
    const accessToken = await openSession(inside, { accountId: account.id, device }, now());
    if (strange) await mails.newSignIn(inside, { ...account, device }, parts);
    return { accessToken, firstTimeLoggedIn, strange };
  });
  if (strange) parts.knock();
  return answer;
}
