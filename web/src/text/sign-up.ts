import type { Catalog } from './catalog.ts';

/** What the pages for a new account and its confirmation say. */
export const signUpText = {
  form: {
    page: 'Sign up',
    title: 'Your glucose, as a glow',
    submit: 'Create account',
    incomplete: 'Enter your email and a password that meets the rules.',
    signIn: 'Already a member? <signIn>Sign in</signIn>',
  },
  /** By what a person agrees to the terms. */
  termsNotice: {
    signIn: 'By signing in you agree to the <terms>terms</terms> and the <privacy>privacy policy</privacy>.',
    signUp:
      'By creating an account you agree to the <terms>terms</terms> and the <privacy>privacy policy</privacy>.',
  },
  welcome: {
    page: 'Verify your email',
    title: "Welcome! We're excited to have you.",
    about: ({ email }: { email: string }) =>
      `Please verify your email: click the link we emailed to <email>${email}</email>. It works for 24 hours.`,
    resend: 'Didn’t get it? Check your spam folder, or <resend>resend the verification email</resend>.',
  },
  activated: {
    page: 'Email confirmed',
    title: 'Your account is activated',
    about: 'Thank you, your email address is confirmed. Sign in to connect your sensor.',
  },
  confirmLinkExpired: {
    title: 'It seems that the invitation link has expired or is no longer valid',
    about: 'Enter your email and we’ll send you a new link.',
    submit: 'Resend email',
    wait: ({ seconds }: { seconds: number }) => `You can send another email in ${seconds} s.`,
  },
  notMe: {
    page: 'Not me',
    title: 'Did someone else use your email?',
    about: "Remove the account that was created with your email address. This can't be undone.",
    remove: 'Remove the account',
    removed: {
      title: 'The account was removed',
      about: 'You can ignore the email. Nothing else is needed.',
    },
    linkExpired: {
      title: 'This link has expired or is no longer valid',
      about: 'An account that is never confirmed cannot be used. You can ignore the email.',
    },
    alreadyActive: {
      title: 'This account is already active',
      about: 'To remove it, reset its password, sign in, and delete the account on the Security page.',
    },
  },
} as const satisfies Catalog;
