import type * as z from 'zod';
import type { World } from './source.ts';

/** How a sign-in on the vendor's page ended. `forged`: the state is not the one that was handed out. */
export type SignInOutcome = { code: string } | 'refused' | 'forged';

/**
 * A rare ability: the wearer signs in on the vendor's own page, captcha and all, inside a browser that this server
 * drives. `Pending` is what connects the code to its beginning: plain JSON, secret, short-lived; together with the
 * code it is the login that `connect` takes.
 */
export interface AsksHuman<Pending> {
  readonly pending: z.ZodType<Pending>;
  /** Where the wearer signs in. Throws `SourceError`. */
  begin(where: { isUsRegion: boolean }, world: World): Promise<{ captchaUrl: string; pending: Pending }>;
  /** What an address means that the page was sent to; null while the sign-in goes on. */
  outcome(address: string, pending: Pending): SignInOutcome | null;
  /** The names of all hosts that the browser may reach; `*.` stands for every name below. */
  readonly hosts: readonly string[];
  /** Whether the browser may open this address as its page. */
  mayVisit(url: URL): boolean;
  /** Whether a page of the vendor may load this: its own parts, and those of the captcha inside it. */
  mayLoad(url: URL): boolean;
}
