import { disownPath, joinPath, sharePath, signInLinkPath } from '@tealight/contract';

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
  /** The alarms of the wearer whom the page shows. */
  alarms: '/alarms',
  /** One alarm on the whole screen, also for who is signed out: the page of a notification. */
  alarm: '/alarm',
  /** Everybody whose readings I may see; one of them at `/people/<id>`. */
  people: '/people',
  /** The page of an invitation. */
  join: joinPath,
  /** The page of a share link, which anyone can open who has it. */
  share: sharePath,
  /** The parent path of terms, guides and FAQ. */
  help: '/help',
} as const;

/** Whether a path is that of the lamp page, which is not part of the app. */
export const isLampPath = (pathname: string): boolean => pathname.replace(/\/$/, '') === paths.lamp;

/** The dashboard of one wearer. */
export const wearerPath = (id: string): string => `/w/${id}/`;

/** Where a wearer's details, followers and links are managed. */
export const managePath = (id: string): string => `${paths.people}/${id}`;

/** Whether a path is that of a share link: such a page keeps nothing in the browser. */
export const isSharePath = (pathname: string): boolean => pathname.replace(/\/$/, '') === paths.share;
