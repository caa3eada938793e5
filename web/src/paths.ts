import { disownPath, signInLinkPath } from '@tealight/contract';

/** The paths of the web app. */
export const paths = {
  dashboard: '/',
  account: '/account',
  security: '/security',
  support: '/support',
  login: '/login',
  /** The page of an emailed sign-in link. */
  signInLink: signInLinkPath,
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  signUp: '/signup',
  signUpLogin: '/signup/login',
  /** The page of “This was not me” in the confirmation email. */
  notMe: disownPath,
  confirmEmail: '/signup/confirm-email',
  connectionSetup: '/signup/connection-setup',
  rangeSetup: '/signup/range-setup',
  lamp: '/lamp',
  /** The parent path of terms, guides and FAQ. */
  help: '/help',
} as const;

/** Whether a path is that of the lamp page, which is not part of the app. */
export const isLampPath = (pathname: string): boolean => pathname.replace(/\/$/, '') === paths.lamp;
