import { changePassword, resetLinkPath, resetPassword, sendResetEmail } from '@tealight/contract';
import { withMinDuration } from '../../http/min-duration.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, type FurtherCheck, serve } from '../../http/serve-call.ts';
import { hashOf } from '../../shared/token.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/store.ts';
import { noteActivity } from '../accounts/activity.ts';
import { mayMailUnconfirmed, useConfirmLinks } from '../accounts/confirm-link.ts';
import { withOwnAccount } from '../accounts/own-account.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { commonPasswordErrors } from './common-password.ts';

const done = { isSuccess: true };

/** Changing and resetting a password. */
export function servePassword(api: Api, dependencies: Dependencies): void {
  serve(
    api,
    changePassword,
    async ({ body, principal, request }) => {
      const typed = { password: body.currentPassword, network: networkOf(request) };
      await withOwnAccount(dependencies, principal, typed, {
        prepare: async () => ({
          passwordHash: await dependencies.passwords.hash(body.newPassword),
          mayMail: await dependencies.budgets.allows('password-mail', principal.accountId),
        }),
        async work(inside, account, { passwordHash, mayMail }) {
          await inside.accounts.savePassword(account.id, passwordHash);
          await inside.sessions.endOthers(account.id, principal.sessionHash, dependencies.now());
          await endLinks(inside, account.id);
          await noteActivity(inside, account.id, 'password-changed', { request, now: dependencies.now });
          if (mayMail) await mails.passwordChanged(inside, account, dependencies);
        },
      });
      dependencies.flushOutbox();
      return done;
    },
    newPasswordErrors,
  );

  serve(api, sendResetEmail, async ({ body, request }) => {
    await dependencies.budgets.spend('mail-asked', networkOf(request));
    await dependencies.budgets.spend('reset-mail', emailKey(body.email));
    await withMinDuration(dependencies.evenMs, async () => {
      const mayMail = await mayMailUnconfirmed(dependencies, body.email);
      await dependencies.store.transaction(async (inside) => {
        const found = await inside.accounts.byEmail(body.email);
        const account = found && (await inside.accounts.lock(found.id));
        const hasMail = account !== null && (mayMail || account.emailConfirmedAt !== null);
        await (hasMail ? mails.reset(inside, account, dependencies) : mails.nobody(inside, dependencies));
      });
    });
    dependencies.flushOutbox();
    return done;
  });

  serveReset(api, dependencies);
}

function serveReset(api: Api, dependencies: Dependencies): void {
  const { store, now } = dependencies;
  serve(api, resetPassword, async ({ body: { email, token, newPassword }, request }) => {
    const hash = hashOf(token);
    const account = await accountOfLink(dependencies, hash);
    if (account === null || emailKey(account.email) !== emailKey(email))
      throw new ProblemError('link-expired');
    const common = await commonPasswordErrors(newPassword, account);
    if (common.length > 0) throw new ProblemError('invalid-input', { errors: { newPassword: common } });
    const passwordHash = await dependencies.passwords.hash(newPassword);
    await store.transaction(async (inside) => {
      if ((await inside.accounts.lock(account.id)) === null) throw new ProblemError('link-expired');
      if ((await inside.links.consume(hash, 'reset', now())) === null) throw new ProblemError('link-expired');
      await inside.accounts.savePassword(account.id, passwordHash);
      // The link was sent to the address, so using it confirms the address.
      await inside.accounts.confirmEmail(account.id, now());
      await endLinks(inside, account.id);
      await useConfirmLinks(inside, account.id, now());
      await inside.sessions.endAll(account.id, now());
      await noteActivity(inside, account.id, 'password-reset', { request, now });
      await mails.passwordChanged(inside, account, dependencies);
    });
    dependencies.flushOutbox();
    return done;
  });

  api.app.get<{ Querystring: { token?: unknown } }>(resetLinkPath, async (request, reply) => {
    const { token } = request.query;
    const account = typeof token === 'string' ? await accountOfLink(dependencies, hashOf(token)) : null;
    const query = new URLSearchParams(
      account === null ? { link_expired: 'true' } : { email: account.email, token: String(token) },
    );
    return reply.header('cache-control', 'no-store').redirect(`/reset-password?${query}`, 303);
  });
}

const newPasswordErrors: FurtherCheck<typeof changePassword> = async (fields, { account }) => {
  const errors = await commonPasswordErrors(fields.newPassword, account);
  return errors.length > 0 ? { newPassword: errors } : {};
};

/** Earlier links become invalid with the new password. */
async function endLinks(inside: Stores, accountId: number): Promise<void> {
  await inside.links.endAll(accountId, 'reset');
  await inside.links.endAll(accountId, 'sign-in');
}

async function accountOfLink({ store, now }: Dependencies, hash: string) {
  const id = await store.links.find(hash, 'reset', now());
  return id === null ? null : store.accounts.byId(id);
}
