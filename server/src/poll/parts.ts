import type { ConnectionType } from '@tealight/contract';
import type { Follows, Source } from '@tealight/sources';
import type { Seal } from '../seal/seal.ts';
import type { Store } from '../store/store.ts';
import type { Gates } from './gates.ts';
import type { Chance } from './schedule.ts';
import type { Tally } from './tally.ts';

/** A source as the poller uses it: what a login or a session holds is the source's own business. */
export type AnySource = Source<unknown, unknown> & Partial<Follows<unknown>>;

/** A source that wearers can connect, and what they see it as. */
export type Offered = {
  type: Exclude<ConnectionType, 'none'>;
  source: AnySource;
  /** Its login opens once, like a code from the vendor's page: it is not kept, and a session that ended asks the wearer. */
  loginOnce?: boolean;
  /** Each wearer's is at an address of its own. */
  ownSite?: boolean;
};

type Line = { event: string; [detail: string]: unknown };
export type Log = { info(line: Line): void; warn(line: Line): void; error(line: Line): void };

/** What polling needs and does not make itself. */
export type Parts = {
  store: Pick<Store, 'connections' | 'leases' | 'readings' | 'changes'>;
  /** By the name under which connections remember them; renaming one parts its wearers from it. */
  sources: Readonly<Record<string, Offered>>;
  seal: Seal;
  fetchFor: (name: string) => typeof fetch;
  now: () => number;
  log: Log;
  tally: Tally;
  chance: Chance;
  /** This process, among all that share the database. */
  node: string;
};

/** The same, with what polling has found out about sign-ins. */
export type Asking = Parts & { gates: Gates };
