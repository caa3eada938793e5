import type { CurrentUser } from '@tealight/contract';

/** The text fields of a user that can be edited. */
export type Profile = { firstName: string; lastName: string; location: string };

export const profileOf = ({ firstName, lastName, location }: CurrentUser): Profile => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  location,
});
