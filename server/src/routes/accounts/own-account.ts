import type { SignedIn } from '../../http/authorize.ts';
import { ProblemError, tooMany } from '../../http/problem-error.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';

type Typed = { password: string; network: string };
type OwnDependencies = Pick<Dependencies, 'guesses' | 'passwords' | 'store'>;

/** Work to do after the password is verified: slow preparation first, then the writes. */
type Steps<P, T> = {
  /** `outdated`: the password should be hashed again. Outside of the transaction. */
  prepare(outdated: boolean): Promise<P>;
  /** Inside a transaction in which the account still has this password. */
  work(inside: Stores, account: Account, prepared: P): Promise<T>;
};

/** Work without preparation. */
export const nothing = async (): Promise<null> => null;

/**
 * Runs `work` for the signed-in account after its password is typed again. A stolen session must not be usable to
 * guess the password, so wrong ones are limited as at sign-in.
 *
 * Throws  `wrong-password`, also when the password was changed while it was checked.
 */
export async function withOwnAccount<P, T>(
  dependencies: OwnDependencies,
  { account }: SignedIn,
  { password, network }: Typed,
  steps: Steps<P, T>,
): Promise<T> {
  // Counted separately from sign-ins, so that clients without a session cannot prevent the owner from changing the password.
  const attempt = await dependencies.guesses.begin(`own ${account.id}`, network);
  if ('refusedMs' in attempt) throw tooMany(attempt.refusedMs);
  const done = await whilePasswordHolds(dependencies, account, password, steps);
  if (done === null) throw new ProblemError('wrong-password');
  await attempt.right();
  return done.result;
}

/**
 * Verifies a password, which is slow, and runs `work` in a transaction in which it is still valid: one that
 * is changed or reset meanwhile is verified again. Null when it is wrong or there is no account, after the same time.
 */
export async function whilePasswordHolds<P, T>(
  { passwords, store }: Pick<Dependencies, 'passwords' | 'store'>,
  found: Account | null,
  password: string,
  { prepare, work }: Steps<P, T>,
): Promise<{ result: T } | null> {
  for (let account = found; ; ) {
    const { right, outdated } = await passwords.check(password, account?.passwordHash ?? null);
    if (!right || account === null) return null;
    const { id, passwordHash } = account;
    const prepared = await prepare(outdated);
    const done = await store.transaction(async (inside) => {
      const locked = await inside.accounts.lock(id);
      if (locked?.passwordHash !== passwordHash) return { locked };
      return { result: await work(inside, locked, prepared) };
    });
    if (!('locked' in done)) return done;
    account = done.locked;
  }
}
