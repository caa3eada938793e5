import type { Catalog } from './catalog.ts';

/** What the pages for sign-in and for a forgotten password say. */
export const signInText = {
  login: {
    page: 'Sign in',
    title: 'Welcome back',
    about: 'Tealight shows your glucose as a color, on your screens and your lamps.',
    forgotPassword: 'Forgot Password',
    incomplete: 'Enter your email and your password.',
    signUp: 'Not a member? <signUp>Sign up</signUp>',
  },
  unconfirmed: {
    title: 'Please confirm your email first',
    about: ({ email }: { email: string }) =>
      `Click the link we emailed to ${email}. Didn’t get it? <resend>Send it again</resend>`,
  },
  link: {
    title: 'Welcome back',
    about: 'Click the button to sign in to Tealight on this device.',
  },
  linkExpired: {
    title: 'This sign-in link has expired or was already used',
    about: 'Sign in with your password, or reset your password if you forgot it.',
    signIn: 'Sign in with password',
  },
  forgotPassword: {
    page: 'Forgot password',
    title: 'Forgot your password?',
    about: 'Enter your email and we’ll send you a link to choose a new password.',
    submit: 'Continue',
    backToLogin: 'Back to login',
  },
  resetEmail: {
    page: 'Check your email',
    title: 'Please check your email',
    about: ({ email }: { email: string }) =>
      `If <email>${email}</email> has an account, a link to choose a new password is on its way. It works for one hour.`,
    resend: 'Didn’t get it? Check your spam folder, or <resend>resend the email</resend>.',
  },
  newPassword: {
    page: 'Create new Password',
    title: 'Create new Password',
    confirmPassword: 'Confirm Password',
    submit: 'Continue',
    incomplete: 'Enter the same new password in both fields.',
    failed: 'Unknown error',
    requestAgain: 'The link in the email works once, within one hour. <request>Request a new link</request>',
    incompleteLink:
      'To choose a new password, click the link we emailed to you. If you did and see this page, part of the link is missing: copy all of it, or request a new one.',
    requestLink: 'Request a new link',
  },
  resetLinkExpired: {
    title: 'It seems that the reset link has expired or is no longer valid',
    about: 'A link works once, within one hour.',
    requestLink: 'Request a new link',
  },
  passwordReset: {
    page: 'Password reset',
    title: 'Your password has been successfully reset',
    about: 'You have been signed out on all devices. Sign in again with the new password.',
    backToLogin: 'Back to login',
  },
} as const satisfies Catalog;
