import type { Reading } from '@tealight/glucose';
import type * as z from 'zod';

/** The only things a source may touch. Tests hand in their own. `now` is epoch milliseconds. */
export type World = { fetch: typeof fetch; now: () => number; signal: AbortSignal };

/** A visit with a stored session: `keep` saves a renewed session at once, before it is used any further. */
export type Visit<Session> = World & { keep: (session: Session) => Promise<void> };

/** When a source has something new, learnt from the vendor's own habits; the poller refines it per connection. */
export type Rhythm = {
  /** Between two readings of one sensor. */
  everyMs: number;
  /** From the measurement to the moment the vendor shows it, typically. */
  visibleAfterMs: number;
  /** The shortest pause between two calls that the vendor tolerates. */
  pauseMs: number;
  /** From the measurement to the moment the vendor's history has it, where only the newest reading is shown sooner. */
  historyAfterMs?: number;
  /** Where the vendor shows most readings hours late and some at once: how those are followed. */
  live?: Pick<Rhythm, 'visibleAfterMs' | 'pauseMs'>;
  /** The shortest pause while somebody looks at the readings, where that is shorter than `pauseMs`. */
  viewedPauseMs?: number;
};

/** One vendor. To add one: write `<vendor>/source.ts`, list it in `sources.ts`, record its answers. */
export interface Source<Login, Session> {
  readonly name: string;
  /** What the wearer types. */
  readonly login: z.ZodType<Login>;
  /** What is kept between visits: plain JSON. */
  readonly session: z.ZodType<Session>;
  readonly rhythm: Rhythm;
  /** How far back the source gives readings, in milliseconds. */
  readonly historyMs: number;
  /**
   * Verifies the login against the vendor. `before`: the session that ended, so that what was chosen with it stays.
   * Throws `SourceError`.
   */
  connect(login: Login, world: World, before?: Session): Promise<Session>;
  /** Newer than `since` (epoch ms), oldest first, no duplicates; empty when nothing is new. Throws `SourceError`. */
  read(session: Session, since: number, visit: Visit<Session>): Promise<Reading[]>;
}

/** A source whose wearers sign in on the vendor's own page, which sends them back with a code to `connect` with. */
export interface SignsInAtVendor {
  /** `state`: unguessable, checked when the browser comes back. `redirectUri`: as registered with the vendor. */
  loginUrl(state: string, redirectUri: string): string;
}
