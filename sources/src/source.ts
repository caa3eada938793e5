import type { Reading } from '@tealight/glucose';
import type * as z from 'zod';
import type { Rhythm } from './descriptor.ts';

export type { Rhythm };

/** All that a source may use; tests pass their own. `now` is epoch milliseconds. */
export type SourceContext = { fetch: typeof fetch; now: () => number; signal: AbortSignal };

/**
 * A stored session in use. `keep` saves a renewed session at once, before it is used any further. `uninterrupted` runs
 * work to its end, even when the reading is given up meanwhile, with a signal of its own that allows 45 seconds: for a
 * renewal whose call ends the old session, `keep` included. `incomplete` says that the readings are current, but that
 * older ones could not be read: the poller asks for them again.
 */
export type VendorSession<Session> = SourceContext & {
  keep: (session: Session) => Promise<void>;
  uninterrupted: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  incomplete: () => void;
  /** When the newest readings that are stored were taken, oldest first; empty where nothing is known. */
  knownTimes?: readonly number[];
};

/** The client of one vendor. How to add one: docs/add-a-source.md. */
export interface Source<Login, Session> {
  /** As in its descriptor. */
  readonly name: string;
  /** What opens a session: stored, and used again when the session ends. */
  readonly login: z.ZodType<Login>;
  /** What is stored between calls: plain JSON. */
  readonly session: z.ZodType<Session>;
  readonly rhythm: Rhythm;
  /** How far back the source gives readings, in milliseconds. */
  readonly historyMs: number;
  /**
   * Verifies the login at the vendor. `before`: the session that ended, so that what was selected with it stays.
   * Throws `SourceError`.
   */
  connect(login: Login, context: SourceContext, before?: Session): Promise<Session>;
  /** Newer than `since` (epoch ms), oldest first, no duplicates; empty when nothing is new. Throws `SourceError`. */
  read(session: Session, since: number, vendorSession: VendorSession<Session>): Promise<Reading[]>;
}

/** An ability: the wearer sends something else than the login that is stored. */
export interface ConvertsLogin<Sent, Login> {
  /** `country`: the wearer's, ISO 3166-1 alpha-2. `personId`: whose readings, where the wearer has named somebody. */
  toLogin(sent: Sent, country: string): { login: Login; personId?: string };
}

/** An ability: accounts are in regions, of which another one may be the right one. */
export interface HasRegions<Login> {
  /** The same login in the region to try next. */
  inOtherRegion(login: Login): Login;
}

/** Somebody whose readings a login may see; `name` as the vendor gives it. */
export type Person = { id: string; name: string };

/** An ability: a login may see several people, of whom the wearer selects one. */
export interface SelectsPerson<Session> {
  /** Who shares with this login now, in the vendor's order, which means nothing. Throws `SourceError`. */
  people(session: Session, vendorSession: VendorSession<Session>): Promise<Person[]>;
  /** The session that reads this person's readings and nobody else's. */
  choose(session: Session, personId: string): Session;
  /** The person whom the session reads; null before one is selected. */
  personOf(session: Session): string | null;
}

/** An ability: wearers sign in on the vendor's page, which sends them back with a code to `connect` with. */
export interface SignsInByRedirect {
  /** `state`: unguessable, checked when the browser comes back. `redirectUri`: as registered with the vendor. */
  loginUrl(state: string, redirectUri: string): string;
}

/** How a sign-in on the vendor's page ended. `forged`: the state is not the one that was sent there. */
export type SignInOutcome = { code: string } | 'refused' | 'forged';

/**
 * An ability: wearers sign in on the vendor's page, captcha and all, in a browser that the server runs. `Pending`
 * connects the code to its beginning: plain JSON, secret, short-lived; with the code it is the login for `connect`.
 */
export interface SignsInInRemoteBrowser<Pending> {
  readonly pending: z.ZodType<Pending>;
  /** Where the wearer signs in. Throws `SourceError`. */
  begin(
    where: { isUsRegion: boolean },
    context: SourceContext,
  ): Promise<{ captchaUrl: string; pending: Pending }>;
  /** What an address means that the page was sent to; null while the sign-in goes on. */
  outcome(address: string, pending: Pending): SignInOutcome | null;
  /** The names of all hosts that the browser may reach; `*.` stands for every name below. */
  readonly hosts: readonly string[];
  /** Whether the browser may open this address as its page. */
  mayConnect(url: URL): boolean;
  /** Whether a page of the vendor may load this: its own parts, and those of the captcha in it. */
  mayLoad(url: URL): boolean;
}
