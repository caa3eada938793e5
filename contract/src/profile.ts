import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { Country, FirstName, LastName } from './person.ts';
import { RangeSetup, UserSettings } from './ranges.ts';
import { Done } from './reply.ts';

/** Largest photo taken, in bytes. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;

export const CurrentUser = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  location: z.string(),
  connectionCode: z.nullable(z.string()),
  rangeSetup: z.nullable(RangeSetup),
  emailConfirmed: z.nullable(z.boolean()),
  dateOfBirth: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  originalPhoto: z.nullable(z.string()),
  resizedPhoto: z.nullable(z.string()),
  userSettings: UserSettings,
});
export type CurrentUser = z.output<typeof CurrentUser>;

const path = '/api/v1/UserProfile/current-user';

export const currentUser = {
  title: 'The signed-in user',
  method: 'GET',
  path,
  access: 'wearer',
  reply: CurrentUser,
  problems: ['not-signed-in'],
} as const satisfies Call;

/** Text fields of the multipart form; the photo travels as the file `photo`. */
export const ProfileUpdate = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  location: Country,
  resetUserPhoto: z._default(z.enum(['true', 'false']), 'false'),
});

export const updateProfile = {
  title: 'Change name, country and photo',
  method: 'POST',
  path,
  access: 'wearer',
  body: ProfileUpdate,
  files: ['photo'],
  reply: Done,
  problems: ['not-signed-in', 'no-image'],
} as const satisfies Call;
