import { confirmLinkPath, resendConfirm, signUp } from '@tealight/contract';
import { emailKey } from '../store/accounts.ts';
import { networkOf } from './address.ts';
import { assertCountry } from './countries.ts';
import { evenly } from './evenly.ts';
import { mails } from './mails.ts';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';
import { hashOf } from './token.ts';

const done = { isSuccess: true };

/** Sign-up, confirmation and its repetition. No answer tells who has an account. */
export function serveSignUp(api: Api, parts: Parts): void {
  const { store, passwords, budgets, now } = parts;
  serve(api, signUp, async ({ body, request }) => {
    await assertCountry(body.location);
    await budgets.spend('sign-up', networkOf(request));
    await evenly(parts.evenMs, async () => {
      const passwordHash = await passwords.hash(body.password);
      const isTaken = await store.transaction(async (inside) => {
        const { firstname: firstName, lastname: lastName, email, location, phoneNumber: phone } = body;
        const id = await inside.accounts.add(
          { email, passwordHash, firstName, lastName, location, phone },
          now(),
        );
        if (id === null) return true;
        await inside.wearers.add(id, now());
        await mails.confirm(inside, { id, email, firstName }, parts);
        return false;
      });
      if (isTaken) await notifyOwner(body.email, parts);
    });
    parts.knock();
    return done;
  });

  serve(api, resendConfirm, async ({ query, request }) => {
    await budgets.spend('mail-asked', networkOf(request));
    await budgets.spend('confirm-mail', emailKey(query.email));
    await evenly(parts.evenMs, () =>
      store.transaction(async (inside) => {
        const found = await inside.accounts.byEmail(query.email);
        const account = found && (await inside.accounts.lock(found.id));
        if (account !== null && account.emailConfirmedAt === null)
          await mails.confirm(inside, account, parts);
      }),
    );
    parts.knock();
    return done;
  });
  serveConfirmLink(api, parts);
}

/** Somebody signed up with an address that has an account: its owner learns of it, the visitor does not. */
async function notifyOwner(email: string, parts: Parts): Promise<void> {
  if (!(await parts.budgets.allows('registered-mail', emailKey(email)))) return;
  await parts.store.transaction(async (inside) => {
    const account = await inside.accounts.byEmail(email);
    if (account === null) return;
    const confirmed = account.emailConfirmedAt !== null;
    await mails.alreadyRegistered(inside, { ...account, confirmed }, parts);
  });
}

function serveConfirmLink({ app }: Api, { store, now }: Parts): void {
  app.get<{ Querystring: { token?: unknown } }>(confirmLinkPath, async (request, reply) => {
    const { token } = request.query;
    const confirmed = await store.transaction(async (inside) => {
      const hash = hashOf(String(token));
      const account = await inside.links.find(hash, 'confirm', now());
      if (account === null || (await inside.accounts.lock(account)) === null) return false;
      if ((await inside.links.spend(hash, 'confirm', now())) === null) return false;
      await inside.accounts.confirmEmail(account, now());
      await inside.links.endAll(account, 'confirm');
      return true;
    });
    const result = confirmed ? 'success' : 'expired';
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/signup/confirm-email?comfirmtype=${result}`, 303);
  });
}
