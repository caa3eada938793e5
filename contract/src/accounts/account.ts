import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';
import { CurrentPassword, mismatchError, NewPassword } from './password.ts';
import { Country, Email, FirstName, LastName, Phone } from './person.ts';

const base = '/api/v1/Authorization';

/** The targets of links in emails: these addresses of the server check the `token` and redirect the browser to the web app. */
export const confirmLinkPath = `${base}/email/confirm`;
export const resetLinkPath = `${base}/password/reset-link`;

export const SignUp = z.strictObject({
  firstname: FirstName,
  lastname: LastName,
  email: Email,
  password: NewPassword,
  location: Country,
  phoneNumber: z._default(z.nullable(Phone), null),
});

export const signUp = {
  title: 'Create an account; an email with a link to confirm follows',
  method: 'POST',
  path: `${base}/sign-up`,
  access: 'anyone',
  body: SignUp,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

/** The target of “This was not me” in the confirmation email: a page of the web app. The token follows `#`. */
export const disownPath = '/not-me';

export const disownSignUp = {
  title: 'Remove the unconfirmed account that somebody created with my email address',
  method: 'POST',
  path: `${base}/sign-up/not-me`,
  access: 'anyone',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(256)) }),
  reply: SuccessReply,
  problems: ['link-expired', 'already-confirmed'],
} as const satisfies Call;

export const SignIn = z.strictObject({ email: Email, password: CurrentPassword });

export const signIn = {
  title: 'Sign in',
  method: 'POST',
  path: `${base}/sign-in`,
  access: 'anyone',
  body: SignIn,
  reply: z.object({ accessToken: z.string(), firstTimeLoggedIn: z.boolean() }),
  problems: ['wrong-sign-in', 'email-not-confirmed'],
} as const satisfies Call;

/** The target of a sign-in link in an email: a page of the web app. The token follows `#` and is used by pressing its button. */
export const signInLinkPath = '/sign-in-link';

export const signInByLink = {
  title: 'Sign in with the token of a link in an email; it works once',
  method: 'POST',
  path: `${base}/sign-in/link`,
  access: 'anyone',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(256)) }),
  reply: signIn.reply,
  problems: ['link-expired'],
} as const satisfies Call;

export const signOut = {
  title: 'Sign out; the access token ends',
  method: 'POST',
  path: `${base}/sign-out`,
  access: 'account',
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const resendConfirm = {
  title: 'Send the email with the confirmation link again',
  method: 'GET',
  path: `${base}/email/resend-confirm`,
  access: 'anyone',
  query: z.strictObject({ email: Email }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

const same = <T extends { newPassword: string; confirmNewPassword: string }>() =>
  z.refine<T>((body) => body.newPassword === body.confirmNewPassword, {
    error: mismatchError,
    path: ['confirmNewPassword'],
  });

export const ChangePassword = z
  .strictObject({
    currentPassword: CurrentPassword,
    newPassword: NewPassword,
    confirmNewPassword: z.string(),
  })
  .check(same());

export const changePassword = {
  title: 'Change the password; other sessions end, this one stays',
  method: 'POST',
  path: `${base}/password/change`,
  access: 'account',
  body: ChangePassword,
  reply: SuccessReply,
  problems: ['wrong-password'],
} as const satisfies Call;

export const SendReset = z.strictObject({ email: Email });

export const sendResetEmail = {
  title: 'Send an email with a link to choose a new password',
  method: 'POST',
  path: `${base}/password/send-reset-email`,
  access: 'anyone',
  body: SendReset,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const ResetPassword = z
  .strictObject({
    email: Email,
    token: z.string().check(z.minLength(1), z.maxLength(256)),
    newPassword: NewPassword,
    confirmNewPassword: z.string(),
  })
  .check(same());

export const resetPassword = {
  title: 'Choose a new password with the token of the email; every session ends',
  method: 'POST',
  path: `${base}/password/reset`,
  access: 'anyone',
  body: ResetPassword,
  reply: SuccessReply,
  problems: ['link-expired'],
} as const satisfies Call;
