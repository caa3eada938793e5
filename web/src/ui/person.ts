import type { CurrentUser } from '@tealight/contract';

type Named = Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>;

/** First and last name; the e-mail for somebody without either. */
export function fullName({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
}

/** The letter that stands for somebody: of the first name, else of the last, else of the e-mail (SHELL-5). */
export function initialOf({ firstName, lastName, email }: Named): string {
  const [first = ''] = firstName || lastName || email || '';
  return first.toLocaleUpperCase();
}
