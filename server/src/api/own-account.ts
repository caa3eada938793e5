import { type Account, emailKey } from '../store/accounts.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import type { SignedIn } from './serve.ts';

/**
 * The visitor's account, after they typed its password once more. A stolen session must not serve to find the
 * password, so wrong ones are slowed down here as at sign-in.
 */
export async function ownAccount(
  { guesses, passwords }: Pick<Parts, 'guesses' | 'passwords'>,
  { account }: SignedIn,
  { password, network }: { password: string; network: string },
): Promise<Account> {
  const guess = guesses.begin(emailKey(account.email), network);
  const { right } = await passwords.check(password, account.passwordHash);
  if (!right) throw new Refusal('wrong-password');
  guess.right();
  return account;
}
