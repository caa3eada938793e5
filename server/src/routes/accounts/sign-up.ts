import { resendConfirm, signUp } from '@tealight/contract';
import { withMinDuration } from '../../http/min-duration.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, type FurtherCheck, serve } from '../../http/serve-call.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { commonPasswordErrors } from '../passwords/common-password.ts';
import { mayMailUnconfirmed, serveConfirmLink } from './confirm-link.ts';
import { countryErrors } from './countries.ts';

const done = { isSuccess: true };

/** Sign-up, confirmation, and resending it. No response reveals whether an account exists. */
export function serveSignUp(api: Api, dependencies: Dependencies): void {
  const { store, passwords, budgets, now } = dependencies;
  serve(
    api,
    signUp,
    async ({ body, request }) => {
      await budgets.spend('sign-up', networkOf(request));
      await withMinDuration(dependencies.evenMs, async () => {
        const passwordHash = await passwords.hash(body.password);
        const mayMail = await budgets.allows('unconfirmed-mail', emailKey(body.email));
        const isTaken = await store.transaction(async (inside) => {
          const { firstname: firstName, lastname: lastName, email, location, phoneNumber: phone } = body;
          const id = await inside.accounts.add(
            { email, passwordHash, firstName, lastName, location, phone },
            now(),
          );
          if (id === null) return true;
          await inside.wearers.add(id, { name: firstName, accent: 'teal', birthYear: null }, now());
          await (mayMail
            ? mails.confirm(inside, { id, email, firstName }, dependencies)
            : mails.nobody(inside, dependencies));
          return false;
        });
        if (isTaken) await notifyOwner(body.email, mayMail, dependencies);
      });
      dependencies.flushOutbox();
      return done;
    },
    signUpErrors,
  );

  serve(api, resendConfirm, async ({ query, request }) => {
    await budgets.spend('mail-asked', networkOf(request));
    await budgets.spend('confirm-mail', emailKey(query.email));
    await withMinDuration(dependencies.evenMs, async () => {
      const mayMail = await mayMailUnconfirmed(dependencies, query.email);
      await store.transaction(async (inside) => {
        const found = await inside.accounts.byEmail(query.email);
        const account = found && (await inside.accounts.lock(found.id));
        const isWaiting = mayMail && account !== null && account.emailConfirmedAt === null;
        await (isWaiting ? mails.confirm(inside, account, dependencies) : mails.nobody(inside, dependencies));
      });
    });
    dependencies.flushOutbox();
    return done;
  });
  serveConfirmLink(api, dependencies);
}

/** Errors of a country or a password that the schema accepts. */
const signUpErrors: FurtherCheck = async (fields) => {
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const owner = { email: textOf('email'), firstName: textOf('firstname'), lastName: textOf('lastname') };
  const password = await commonPasswordErrors(fields.password, owner);
  return { ...(await countryErrors(fields)), ...(password.length > 0 && { password }) };
};

/** Somebody signed up with an address that has an account: its owner is informed, the client is not. */
async function notifyOwner(
  email: string,
  mayMailUnconfirmed: boolean,
  dependencies: Dependencies,
): Promise<void> {
  const mayMail = await dependencies.budgets.allows('registered-mail', emailKey(email));
  await dependencies.store.transaction(async (inside) => {
    const account = await inside.accounts.byEmail(email);
    const confirmed = account?.emailConfirmedAt != null;
    if (account === null || !mayMail || !(confirmed || mayMailUnconfirmed))
      return mails.nobody(inside, dependencies);
    await mails.alreadyRegistered(inside, { ...account, confirmed }, dependencies);
  });
}
