import type { Catalog } from './catalog.ts';

/** CareLink's sign-in page in a remote browser. */
export const remoteBrowserText = {
  title: 'Sign in at CareLink',
  guide: 'A picture of a page in another browser. What you click and type goes there. Press Escape to leave.',
  closeWithoutSigningIn: 'Close without signing in',
  page: 'Sign-in page of CareLink',
  phases: {
    connecting: 'Connecting to the remote browser …',
    opening: 'Opening CareLink’s sign-in page …',
    showing: 'Solve the puzzle if there is one, then continue on the page',
    solved: 'The puzzle is solved. Now continue on the page',
    lost: 'The connection is lost. Trying again …',
    done: 'You are signed in. Connecting …',
    stopped: 'The session has ended',
  },
  stopped: {
    noConnection: 'There is no connection to the remote browser. Try again',
    ended: 'The sign-in page was closed. Try again',
    retry: 'Try again',
    close: 'Close',
    log: 'What happened',
  },
  touch: {
    field: 'Type into the sign-in page',
    keyboard: 'Keyboard',
    scrollUp: 'Scroll up',
    scrollDown: 'Scroll down',
  },
  /** Lines of the log, for a person who asks for help. */
  log: {
    connected: 'Connected',
    notConnected: 'Connection failed',
    lost: 'Reconnecting',
    back: 'Reconnected',
    closed: 'Connection closed',
    notStarted: 'Error starting session',
    notSent: ({ action }: { action: string }) => `Error sending ${action}`,
    events: {
      SessionStarted: 'Session started',
      SessionError: 'Session error',
      PageLoaded: 'Page loaded',
      CaptchaSolved: 'Captcha solved',
      CaptchaCodeDetected: 'Captcha code detected',
      SessionStopped: 'Session stopped',
    },
  },
} as const satisfies Catalog;
