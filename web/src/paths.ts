import { disownPath, signInLinkPath } from '@tealight/contract';

/** Every address of the web app. */
export const paths = {
  dashboard: '/',
  account: '/account',
  security: '/security',
  support: '/support',
  login: '/login',
  /** Where a mailed sign-in link leads. */
  signInLink: signInLinkPath,
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  signUp: '/signup',
  signUpLogin: '/signup/login',
  /** Where “This was not me” of the confirmation mail leads. */
  notMe: disownPath,
  confirmEmail: '/signup/confirm-email',
  connectionSetup: '/signup/connection-setup',
  rangeSetup: '/signup/range-setup',
  lamp: '/lamp',
  /** Our own terms, guides and answers live below it. */
  help: '/help',
} as const;

/** Whether an address is the lamp page's, which is no page of the app. */
export const isLampPath = (pathname: string): boolean => pathname.replace(/\/$/, '') === paths.lamp;
