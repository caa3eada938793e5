import type { CurrentUser } from '@tealight/contract';

/** What of a user can be changed in words. */
export type Profile = { firstName: string; lastName: string; location: string };

export const profileOf = ({ firstName, lastName, location }: CurrentUser): Profile => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  location,
});
