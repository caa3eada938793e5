import type {
  Change,
  ChannelAddress,
  ChannelFailure,
  ChartSpan,
  ChosenPeriod,
  ConnectionStatus,
  ConnectionType,
  currentReadings,
  DeviceAddresses,
  glucoseChart,
  glucoseProfile,
  InvitedRole,
  ReplyOf,
  readStatistics,
  Site,
} from '@tealight/contract';
import type { SourceDelay, Unit } from '@tealight/glucose';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../shared/log.ts';
import type { StoredChannel } from '../store/alarms/alarm-channels.ts';
import type { Store } from '../store/store.ts';
import type { Budgets } from './budgets.ts';
import type { Passwords } from './passwords/password-hash.ts';
import type { PhotoPlace } from './photos/photo-storage.ts';
import type { LoginThrottle } from './sessions/login-throttle.ts';

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
} & PeopleMailTemplates;

/** The emails about who may see a wearer. */
export type PeopleMailTemplates = {
  invited(about: { inviter: string; wearer: string; link: string; role: InvitedRole }): RenderedMail;
  followerJoined(
    to: Addressee,
    about: { wearer: string; follower: string; peopleLink: string },
  ): RenderedMail;
  youFollow(to: Addressee, about: { wearer: string; peopleLink: string }): RenderedMail;
  handOverAgreed(
    to: Addressee,
    about: { wearer: string; next: string; at: number; peopleLink: string },
  ): RenderedMail;
  handedOver(to: Addressee, about: { wearer: string; next: string }): RenderedMail;
  handOverFailed(to: Addressee, about: { wearer: string; next: string; owner: string }): RenderedMail;
  wearerGone(to: Addressee, about: { wearer: string }): RenderedMail;
};

/** The sources, as calls use them. Each may throw a `SourceError`. */
export type Polling = {
  connect(wearerId: number, type: ConnectionType, login: unknown): Promise<void>;
  disconnect(wearerId: number, how: { clearCredentials: boolean }): Promise<void>;
  status(wearerId: number): Promise<ConnectionStatus>;
  /** Of several wearers, in their order. */
  statuses(wearerIds: readonly number[]): Promise<ConnectionStatus[]>;
  /** Connects with the stored login. False without one. */
  reconnect(wearerId: number, how: { otherRegion: boolean }): Promise<boolean>;
  /** Polls as soon as the source allows. False when that is not sooner than planned. */
  checkNow(wearerId: number): Promise<boolean>;
  people(wearerId: number): Promise<{ id: string; name: string }[]>;
  choose(wearerId: number, personId: string): Promise<void>;
};

/** The statistics that other parts compute. */
export type Statistics = {
  /** Null for a period with days that are still to come. */
  statisticsFor(
    wearerId: number,
    chosen: ChosenPeriod,
  ): Promise<ReplyOf<typeof readStatistics>['data'] | null>;
  chartFor(wearerId: number, span: ChartSpan, until?: number): Promise<ReplyOf<typeof glucoseChart>['data']>;
  /** Null likewise. */
  profileFor(wearerId: number, chosen: ChosenPeriod): Promise<ReplyOf<typeof glucoseProfile>['data'] | null>;
  /** Erases readings older than the wearer's retention period. */
  eraseFor(wearerId: number): Promise<void>;
};

/** Dexcom by OAuth: the wearer is redirected and comes back with a code. */
export type DexcomSignIn = {
  loginUrl(wearerId: number): Promise<string>;
  complete(wearerId: number, answer: { code: string; state?: string | undefined }): Promise<void>;
};

/** Medtronic through the remote browser. */
export type MedtronicSignIn = {
  start(wearerId: number, isUsRegion: boolean): Promise<{ captchaUrl: string }>;
  complete(
    wearerId: number,
    answer: { captchaUrl: string; code: string; country: 'US' | 'EU' },
  ): Promise<void>;
};

export type Devices = {
  /** The addresses that devices connect to. */
  pairing: DeviceAddresses;
  /** Whether wearers can be announced to Home Assistant: on the operator's broker. */
  canAnnounceHome: boolean;
  /** `of`: only the devices of this account's own code. */
  live(wearerId: number, of?: { accountId: number }): Promise<number>;
  /** The wearer has removed this device: it is disconnected. */
  removed(wearerId: number, deviceId: string): void;
  /** The wearer's code was replaced: devices that used it are disconnected. */
  disconnectCode(wearerId: number, oldCode: string): Promise<void>;
};

export type Changes = {
  publish(wearerId: number, change: Change): void | Promise<void>;
  subscribe(listener: (wearerId: number, change: Change) => void): () => void;
  /** Calls `listener` when changes of other nodes may have been missed. */
  onMissed(listener: () => void): () => void;
};

/** Where channels lead, as they are stored. */
export type ChannelAddresses = {
  /** Recognizes an address. */
  hashOf(address: ChannelAddress): string;
  /** By which a browser recognizes its channel; null for other kinds. */
  fingerprintOf(address: ChannelAddress): string | null;
  /** An address to store, in place of the stored one of the same hash. `secret`: of a new webhook, else null. */
  encrypt(
    accountId: number,
    address: ChannelAddress,
    stored: string | null,
  ): { encrypted: string; secret: string | null };
  /** The stored address of a webhook with a new secret; null for other kinds. */
  withNewSecret(accountId: number, stored: string): { encrypted: string; secret: string } | null;
};

/** How messages about alarms leave this server. */
export type AlarmDelivery = {
  /** With which browsers subscribe. */
  /** Null while the push keys cannot be decrypted. */
  pushKey: () => string | null;
  /** Whose message a token belongs to; null for one that this server has not made. */
  readToken(token: string): { delivery: number } | { testOf: number; sentAt: number } | null;
  addresses: ChannelAddresses;
  /** Sends a test message. Null: it was handed over. */
  test(channel: StoredChannel): Promise<ChannelFailure | null>;
};

/** The simulated source that runs beside this server. */
export type SimulatedSite = {
  /** Whether this wearer is connected to it. */
  isSourceOf(wearerId: number): Promise<boolean>;
  /** Lets it report a value in mg/dL, taken at `takenAt`, epoch ms. False when it does not answer. */
  measure(mgdl: number, takenAt: number): Promise<boolean>;
};

/** What the API gets from the application. */
export type Dependencies = {
  store: Store;
  changes: Changes;
  polling: Polling;
  /** In `unit`, by default that of the wearer's range. */
  readingsFor(wearerId: number, unit?: Unit): Promise<ReplyOf<typeof currentReadings>>;
  devices: Devices;
  statistics: Statistics;
  /** The delay of a source, by its name: one that is late by design has no alarms about glucose. */
  delayOf(source: string): SourceDelay;
  delivery: AlarmDelivery;
  /** Null: none is there, or the server is public. */
  simulatedSite: SimulatedSite | null;
  /** What other parts store about a wearer, for the export: plain JSON. */
  more(wearerId: number): Promise<Record<string, unknown>>;
  dexcomSignIn: DexcomSignIn | null;
  medtronic: MedtronicSignIn | null;
  /** Whether its sign-in page can be shown, as far as is known; absent: yes. */
  isMedtronicOffered?: () => boolean;
  templates: MailTemplates;
  /** Sends the outbox now, after an email was queued. */
  flushOutbox(): void;
  passwords: Passwords;
  guesses: LoginThrottle;
  budgets: Budgets;
  /** A keyed hash, to recognize a value without storing it. */
  keyFor: Limits['keyFor'];
  site: Pick<Site, 'links' | 'sources'> &
    PhotoPlace & {
      /** The base of links in emails, without a trailing slash. */
      publicUrl: string;
      /** The folder of emails stored as files; null with a mail server. */
      outboxFolder: string | null;
      /** The folder of the built web app. */
      webFolder: string;
    };
  log: Log;
  now: () => number;
  /** The same for what cannot be undone; null while the clock may be wrong. By default `now`. */
  erasingTime?: () => number | Promise<number | null>;
  /** The minimum duration of responses that must not reveal how much work they took. */
  evenMs: number;
};
