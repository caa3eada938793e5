import { confirmLinkPath, disownSignUp } from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { DAY } from '../../shared/time-units.ts';
import { hashOf } from '../../shared/token.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long a used link still says that the account is active: mail programs follow links before their readers do. */
const REMEMBER_MS = 30 * DAY;

/** The two links of the confirmation email: confirm the address, or report that somebody else signed up with it. */
export function serveConfirmLink(api: Api, { store, now }: Dependencies): void {
  api.app.get<{ Querystring: { token?: unknown } }>(confirmLinkPath, async (request, reply) => {
    const hash = hashOf(String(request.query.token));
    const isActive = await store.transaction(async (inside) => {
      const id = await inside.links.findEvenUsed(hash, 'confirm', now());
      const account = id === null ? null : await inside.accounts.lock(id);
      if (account === null) return false;
      if (account.emailConfirmedAt === null) await inside.accounts.confirmEmail(account.id, now());
      await useConfirmLinks(inside, account.id, now());
      return true;
    });
    const result = isActive ? 'success' : 'expired';
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/signup/confirm-email?comfirmtype=${result}`, 303);
  });

  serve(api, disownSignUp, async ({ body: { token } }) => {
    const hash = hashOf(token);
    await store.transaction(async (inside) => {
      const id = await inside.links.findEvenUsed(hash, 'confirm', now());
      const account = id === null ? null : await inside.accounts.lock(id);
      if (account === null) throw new ProblemError('link-expired');
      if (account.emailConfirmedAt !== null) throw new ProblemError('already-confirmed');
      await inside.accounts.remove(account.id);
      await inside.outbox.removeTo(account.email);
    });
    return { isSuccess: true };
  });
}

/**
 * Whether an email that is due to this address may be sent. Only an unconfirmed account spends from the limit: otherwise
 * anybody could use it up before the owner of the address signs up.
 */
export async function mayMailUnconfirmed(
  { store, budgets }: Pick<Dependencies, 'store' | 'budgets'>,
  email: string,
): Promise<boolean> {
  const account = await store.accounts.byEmail(email);
  if (account === null || account.emailConfirmedAt !== null) return true;
  return budgets.allows('unconfirmed-mail', emailKey(email));
}

/** The address is confirmed: all its links become invalid. */
export const useConfirmLinks = (inside: Stores, accountId: number, now: number): Promise<void> =>
  inside.links.consumeAll(accountId, 'confirm', { now, rememberUntil: now + REMEMBER_MS });
