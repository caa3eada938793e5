import type {
  Change,
  ConnectionStatus,
  ConnectionType,
  currentReadings,
  Pairing,
  ReplyOf,
  Site,
} from '@tealight/contract';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../shared/log.ts';
import type { Store } from '../store/store.ts';
import type { Budgets } from './budgets.ts';
import type { Passwords } from './passwords/password-hash.ts';
import type { PhotoPlace } from './photos/photo-storage.ts';
import type { LoginThrottle } from './sessions/login-throttle.ts';
import type { Statistics } from './statistics/statistics.ts';

/** An email without its envelope. */
export type RenderedMail = { subject: string; text: string; html: string };
type Addressee = { firstName: string };

/** The emails that calls cause. */
export type MailTemplates = {
  confirm(to: Addressee, about: { link: string; notMeLink: string }): RenderedMail;
  alreadyRegistered(
    to: Addressee,
    about: { signInLink: string; resetLink: string; confirmed: boolean },
  ): RenderedMail;
  reset(to: Addressee, about: { link: string }): RenderedMail;
  passwordChanged(to: Addressee, about: { at: number; forgotLink: string }): RenderedMail;
  signInLink(to: Addressee, about: { link: string }): RenderedMail;
  newSignIn(to: Addressee, about: { at: number; device: string; securityLink: string }): RenderedMail;
  codeRenewed(to: Addressee, about: { at: number; device: string; securityLink: string }): RenderedMail;
  exported(to: Addressee, about: { at: number; device: string; securityLink: string }): RenderedMail;
  deleted(to: Addressee, about: { at: number; device: string }): RenderedMail;
};

/** The sources, as calls use them. Each may throw a `SourceError`. */
export type Polling = {
  connect(wearerId: number, type: ConnectionType, login: unknown): Promise<void>;
  disconnect(wearerId: number, how: { clearCredentials: boolean }): Promise<void>;
  status(wearerId: number): Promise<ConnectionStatus>;
  /** Connects with what was kept. False when nothing was. */
  reconnect(wearerId: number, how: { otherRegion: boolean }): Promise<boolean>;
  /** Polls as soon as the source allows. False when that is not sooner than planned. */
  checkNow(wearerId: number): Promise<boolean>;
  people(wearerId: number): Promise<{ id: string; name: string }[]>;
  choose(wearerId: number, personId: string): Promise<void>;
};

/** Dexcom by signing in at Dexcom: the wearer is sent away and comes back with a code. */
export type DexcomSignIn = {
  loginUrl(wearerId: number): Promise<string>;
  complete(wearerId: number, answer: { code: string; state?: string | undefined }): Promise<void>;
};

/** Medtronic by the remote browser. */
export type MedtronicSignIn = {
  start(wearerId: number, isUsRegion: boolean): Promise<{ captchaUrl: string }>;
  complete(
    wearerId: number,
    answer: { captchaUrl: string; code: string; country: 'US' | 'EU' },
  ): Promise<void>;
};

export type Devices = {
  /** The addresses that devices connect to. */
  pairing: Pairing;
  live(wearerId: number): Promise<number>;
  /** The wearer has forgotten this device: it is sent away. */
  removed(wearerId: number, deviceId: string): void;
  /** The wearer's code is no longer theirs: anyone who came in with it is sent away. */
  cutOff(wearerId: number, oldCode: string): Promise<void>;
};

export type Changes = {
  publish(wearerId: number, change: Change): void | Promise<void>;
  subscribe(listener: (wearerId: number, change: Change) => void): () => void;
};

/** Everything the API needs and does not make itself. */
export type Parts = {
  store: Store;
  changes: Changes;
  polling: Polling;
  readingsFor(wearerId: number): Promise<ReplyOf<typeof currentReadings>>;
  devices: Devices;
  statistics: Statistics;
  /** What other parts keep about a wearer, for the export: plain JSON. */
  more(wearerId: number): Promise<Record<string, unknown>>;
  dexcomSignIn: DexcomSignIn | null;
  medtronic: MedtronicSignIn | null;
  /** Whether its sign-in can be shown, as far as is known now; it can when this is left out. */
  isMedtronicOffered?: () => boolean;
  templates: MailTemplates;
  /** An email was queued: send it now. */
  flushOutbox(): void;
  passwords: Passwords;
  guesses: LoginThrottle;
  budgets: Budgets;
  /** A keyed hash, for what is remembered without being stored. */
  keyFor: Limits['keyFor'];
  site: Pick<Site, 'links' | 'sources'> &
    PhotoPlace & {
      /** Base of links in mails, without a trailing slash. */
      publicUrl: string;
      /** Where mails are kept as files; null with a mail server. */
      outboxFolder: string | null;
      /** Where the built web app lies. */
      webFolder: string;
    };
  log: Log;
  now: () => number;
  /** Answers that must not tell how much work was behind them take at least this long. */
  evenMs: number;
};
