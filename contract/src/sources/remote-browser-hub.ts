import * as z from 'zod/mini';

/** The path of the remote browser's SignalR hub. */
export const browserHubPath = '/browserhub';
/** The remote browser's page, in its own pixels. */
export const BROWSER_WIDTH = 1080;
export const BROWSER_HEIGHT = 720;
/** How long a client waits for any message before it reconnects. */
export const BROWSER_HUB_TIMEOUT_MS = 500_000;

const text = (max: number) => z.string().check(z.maxLength(max));
const place = z.number().check(z.minimum(-1), z.maximum(20_000));
const extent = z.number().check(z.minimum(1), z.maximum(20_000));
const side = z.int().check(z.minimum(200), z.maximum(2000));
const way = z.number().check(z.minimum(-10_000), z.maximum(10_000));

/** Keys without a character; characters are sent as text. */
export const browserKeys = [
  'Enter',
  'Tab',
  'Shift+Tab',
  'Backspace',
  'Delete',
  'Escape',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Control+A',
] as const;
export type BrowserKey = (typeof browserKeys)[number];

/** The methods of the hub with their arguments in order. Positions and sizes are pixels of the client's canvas. */
export const browserMethods = {
  /** captchaUrl as `captcha-start` gave it, user name, password, width and height of the page. */
  StartCaptchaSession: z.tuple([text(4096), text(256), text(256), side, side]),
  /** x, y, canvas width, canvas height */
  SendClick: z.tuple([place, place, extent, extent]),
  /** x, y, distance right, distance down, canvas width, canvas height */
  SendWheel: z.tuple([place, place, way, way, extent, extent]),
  SendKey: z.tuple([z.enum(browserKeys)]),
  SendText: z.tuple([text(1024)]),
  StopCaptchaSession: z.tuple([]),
} as const;
export type BrowserMethod = keyof typeof browserMethods;
export type BrowserCall<M extends BrowserMethod> = z.output<(typeof browserMethods)[M]>;

/** Why a session could not start or had to end. */
export const browserErrors = {
  busy: 'Too many people are signing in just now. Try again in a few minutes',
  'no-browser':
    'This server has no browser to show the sign-in page with. Ask anyone who runs it to install Chromium',
  'not-yours': 'This sign-in has expired. Close this window and connect again',
  unreachable: 'The sign-in page cannot be reached at the moment. Close this window and try again',
  crashed: 'The remote browser has stopped unexpectedly. Close this window and connect again',
  refused: 'The sign-in was declined. Close this window and connect again when you are ready',
  forged: 'This answer belongs to another sign-in. Close this window and connect again',
  idle: 'Nothing happened for five minutes, so the session was closed. Connect again',
  'too-long': 'A sign-in can take up to 15 minutes, so the session was closed. Connect again',
  elsewhere:
    'You are already signing in in another window. Continue there, or close this one and connect again',
} as const;
export type BrowserErrorCode = keyof typeof browserErrors;

const browserErrorCodes = Object.keys(browserErrors) as [BrowserErrorCode, ...BrowserErrorCode[]];

/** The events of the hub with their arguments in order. */
export const browserEvents = {
  /** session id */
  SessionStarted: z.tuple([z.string()]),
  /** the error and its remedy as a sentence for people; the error code */
  SessionError: z.tuple([z.string(), z.enum(browserErrorCodes)]),
  /** the page as a JPEG, base64 */
  ScreenshotUpdate: z.tuple([z.string()]),
  PageLoaded: z.tuple([]),
  CaptchaSolved: z.tuple([]),
  /** code, session id */
  CaptchaCodeDetected: z.tuple([z.string(), z.string()]),
  SessionStopped: z.tuple([]),
} as const;
export type BrowserEvent = keyof typeof browserEvents;
export type BrowserEventArguments<E extends BrowserEvent> = z.output<(typeof browserEvents)[E]>;
