import type * as z from 'zod/mini';
import type { SourceErrorCode } from './source-error.ts';

/** One field of the connect form. A `secret` is never shown, trimmed or offered to a password manager. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'email' | 'url' | 'secret' | 'checkbox';
};

/** The card of the connect form. */
export type ConnectForm = {
  readonly label: string;
  /** Where the readings come from, in a few words. */
  readonly about: string;
  readonly fields: readonly FormField[];
  /** What has to be true at the vendor first: most failed connections come from here. */
  readonly help: readonly string[];
};

/** A section of the setup guide. Text may be marked: `**bold**` and `` `code` ``. */
export type SetupGuide = {
  readonly intro?: string;
  readonly steps: readonly string[];
  readonly notes?: readonly string[];
};

/** How wearers connect the source. */
export type ConnectMethod =
  | {
      /** With a login that they type. It is stored, and used again when a session ends. */
      readonly by: 'login';
      /** The call's title in the API documentation. */
      readonly title: string;
      /** Where the specification names a path of its own; otherwise `/api/v1/Sources/{type}/authorization`. */
      readonly path?: `/${string}`;
      /** What the wearer sends, as the call checks it. */
      readonly login: z.ZodMiniType<object>;
    }
  | {
      /** By signing in on the vendor's page in their own browser, which comes back with a code. */
      readonly by: 'vendor-page';
      readonly button: string;
      readonly about: string;
      /** How late its readings are, where lamps stay white because of it; to read before connecting. Null: they are not. */
      readonly late: string | null;
    }
  | {
      /** By signing in on the vendor's page in a browser that the server runs, for a captcha or the like. */
      readonly by: 'remote-browser';
    };

/** The regions in which a vendor keeps accounts. */
export type Regions = {
  /** Labels the choice of a region. */
  readonly label: string;
  /** `other`: the region to try when the account is not in this one. */
  readonly list: readonly { readonly id: string; readonly label: string; readonly other: string }[];
  /** By country, ISO 3166-1 alpha-2. */
  readonly byCountry: Readonly<Record<string, string>>;
  readonly ofOtherCountries: string;
  /** Errors that may mean another region, because the vendor does not distinguish them. */
  readonly suspectedAfter: readonly SourceErrorCode[];
};

/** An environment variable. A source that has one without a default is offered only where all of those are set. */
export type Setting = {
  readonly variable: string;
  readonly kind: 'address' | 'text';
  readonly default?: string;
  /** What it is, for the person who runs the server. */
  readonly help: string;
};

/** When a source has something new; the poller refines it for each connection. All in milliseconds. */
export type Rhythm = {
  /** Between two readings of one sensor. */
  readonly everyMs: number;
  /** From the measurement to the moment the vendor shows it, typically. */
  readonly visibleAfterMs: number;
  /** The same at most, by the vendor's design, where that is longer. */
  readonly visibleWithinMs?: number;
  /** The shortest pause between two calls that the vendor tolerates. */
  readonly pauseMs: number;
  /** From the measurement to the moment the vendor's history has it, where only the newest reading is shown sooner. */
  readonly historyAfterMs?: number;
  /** Where the vendor shows most readings hours late and some at once: how the latter are followed. */
  readonly live?: Pick<Rhythm, 'visibleAfterMs' | 'pauseMs'>;
  /** The shortest pause while somebody looks at the readings, where that is shorter than `pauseMs`. */
  readonly viewedPauseMs?: number;
};

/** Everything about a source that is not code of its client: the contract, the server, the web app and the docs read it. */
export type SourceDescriptor = {
  /** Stored with each connection: another name would disconnect its wearers. */
  readonly name: string;
  /** What wearers are connected to, as the API names it. Several sources may share a type. */
  readonly type: string;
  /** The vendor or its product, as sentences name it. */
  readonly label: string;
  readonly connect: ConnectMethod;
  /** Absent for another way to connect the type of a source that has a form. */
  readonly form?: ConnectForm;
  /** The notification after connecting. */
  readonly connectedMessage: string;
  readonly regions?: Regions;
  /** Whether several people may share with one login, of whom the wearer selects one. */
  readonly selectsPerson?: boolean;
  /** Whether each wearer names the address of an own site. */
  readonly isOwnSite?: boolean;
  /** The errors that it gives, besides those of every source (`commonErrorCodes`). */
  readonly errorCodes: readonly SourceErrorCode[];
  /** Its own sentences for errors; the rest read as for any source. */
  readonly errorTexts?: Partial<Readonly<Record<SourceErrorCode, string>>>;
  readonly guide?: SetupGuide;
  readonly rhythm: Rhythm;
  /** How far back it gives readings, in milliseconds. */
  readonly historyMs: number;
  /** The environment variables that configure it, by the name of the setting. */
  readonly settings: Readonly<Record<string, Setting>>;
};

/** The errors of every source: what a network, a server that refuses addresses, or a changed interface causes. */
export const commonErrorCodes = [
  'unreachable',
  'unreadable',
  'refused-address',
  'too-many-calls',
] as const satisfies readonly SourceErrorCode[];

/** The region in which accounts of a country (ISO 3166-1 alpha-2) are, as a rule. */
export const regionOf = ({ byCountry, ofOtherCountries }: Regions, country: string): string =>
  byCountry[country] ?? ofOtherCountries;

/** The region to try when an account is not in this one. */
export const otherRegion = ({ list, ofOtherCountries }: Regions, region: string): string =>
  list.find(({ id }) => id === region)?.other ?? ofOtherCountries;
