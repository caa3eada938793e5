import { signIn, signInByLink, signOut } from '@tealight/contract';
import { withMinDuration } from '../../http/min-duration.ts';
import { ProblemError, tooMany } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { hashOf } from '../../shared/token.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import { whilePasswordHolds } from '../accounts/own-account.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { placeKey, placeOf, welcome } from './known-network.ts';

/** Sign-in and sign-out. */
export function serveSignIn(api: Api, dependencies: Dependencies): void {
  const { store, passwords, guesses, budgets, now } = dependencies;
  serve(api, signIn, async ({ body: { email, password }, request }) => {
    const place = placeOf(request);
    const found = await store.accounts.byEmail(email);
    // Known networks of the owner are counted separately, so that guesses from elsewhere never lock the owner out.
    const id = found?.id ?? 0;
    const isKnown = await store.knownNetworks.isKnown(id, placeKey(dependencies, id, place), now());
    const subject = isKnown ? `place ${id} ${place.network}` : `account ${emailKey(email)}`;
    const attempt = await guesses.begin(subject, place.network);
    if ('refusedMs' in attempt) {
      if (attempt.bySubject) await offerLink(email, dependencies);
      throw tooMany(attempt.refusedMs);
    }
    // A sign-in that is running while the password is changed or reset must fail.
    const done = await whilePasswordHolds(dependencies, found, password, {
      prepare: async (outdated) => ({
        rehashed: outdated ? await passwords.hash(password) : null,
        mayMail:
          (await store.sessions.knowsAgent(id, place.device)) || (await budgets.allows('sign-in-mail', id)),
      }),
      async work(inside, account, { rehashed, mayMail }) {
        if (account.emailConfirmedAt === null) return null;
        if (rehashed) await inside.accounts.savePassword(account.id, rehashed);
        return welcome(inside, account, { place, mayMail }, dependencies);
      },
    });
    if (done === null) throw new ProblemError('wrong-sign-in');
    await attempt.right();
    if (done.result === null) throw new ProblemError('email-not-confirmed');
    if (done.result.isNewDevice) dependencies.flushOutbox();
    return done.result.answer;
  });

  serve(api, signInByLink, async ({ body: { token }, request }) => {
    const hash = hashOf(token);
    const welcomed = await store.transaction(async (inside) => {
      const id = await inside.links.find(hash, 'sign-in', now());
      const account = id === null ? null : await inside.accounts.lock(id);
      if (account === null || (await inside.links.consume(hash, 'sign-in', now())) === null) return null;
      return welcome(inside, account, { place: placeOf(request), mayMail: true }, dependencies);
    });
    if (welcomed === null) throw new ProblemError('link-expired');
    if (welcomed.isNewDevice) dependencies.flushOutbox();
    return welcomed.answer;
  });

  serve(api, signOut, async ({ principal, reply }) => {
    await store.sessions.end(principal.sessionHash, now());
    // Not "storage": the app removes its token itself; a lamp's code and the theme must stay.
    reply.header('clear-site-data', '"cache"');
    return { isSuccess: true };
  });
}

/**
 * Emails the owner of an account whose password is being guessed, at most once an hour. Neither the response nor its
 * duration reveals whether there is an account.
 */
async function offerLink(email: string, dependencies: Dependencies): Promise<void> {
  if (!(await dependencies.budgets.allows('sign-in-link', emailKey(email)))) return;
  await withMinDuration(dependencies.evenMs, () =>
    dependencies.store.transaction(async (inside) => {
      const found = await inside.accounts.byEmail(email);
      const account = found && (await inside.accounts.lock(found.id));
      const isActive = account !== null && account.emailConfirmedAt !== null;
      await (isActive ? mails.signInLink(inside, account, dependencies) : mails.nobody(inside, dependencies));
    }),
  );
  dependencies.flushOutbox();
}
