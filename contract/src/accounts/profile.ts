import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { RangeSetup, UserSettings } from '../readings/ranges.ts';
import { FileReply, SuccessReply } from '../replies.ts';
import { CurrentPassword } from './password.ts';
import { Country, FirstName, LastName } from './person.ts';

/** The largest photo, in bytes. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

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

const base = '/api/v1/UserProfile';
const path = `${base}/current-user`;

export const currentUser = {
  title: 'The signed-in user',
  method: 'GET',
  path,
  access: { right: 'see-now' },
  reply: CurrentUser,
  problems: [],
} as const satisfies Call;

/** Text fields of the multipart form; the photo is the file `photo`. */
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
  access: 'account',
  body: ProfileUpdate,
  files: ['photo'],
  reply: SuccessReply,
  problems: ['no-image'],
} as const satisfies Call;

export const newConnectionCode = {
  title: 'Make a new connection code; devices with the old one are cut off',
  method: 'POST',
  path: `${base}/new-connection-code`,
  access: { right: 'lamps' },
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: z.object({ connectionCode: z.string() }),
  problems: [],
} as const satisfies Call;

/** The password, typed again for actions that cannot be undone or are sensitive. */
export const ReenteredPassword = z.strictObject({ password: CurrentPassword });

export const exportData = {
  title: 'Download everything kept about me, as JSON and CSV in one zip file',
  method: 'POST',
  path: `${base}/export`,
  access: 'account',
  body: ReenteredPassword,
  reply: FileReply,
  file: 'application/zip',
  problems: ['wrong-password'],
} as const satisfies Call;

export const deleteAccount = {
  title: 'Delete my account and everything in it, at once and for good',
  method: 'POST',
  path: `${base}/delete`,
  access: 'account',
  body: ReenteredPassword,
  reply: SuccessReply,
  problems: ['wrong-password'],
} as const satisfies Call;
