import type { CurrentUser } from '@tealight/contract';

type NamedUser = Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>;

/** First and last name; the email for somebody without either. */
export function fullName({ firstName, lastName, email }: NamedUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
}

/** The initial of the first name, else of the last name, else of the email (SHELL-5). */
export function initialOf({ firstName, lastName, email }: NamedUser): string {
  const [first = ''] = firstName || lastName || email || '';
  return first.toLocaleUpperCase();
}
