import type { SourceType } from '@tealight/contract';
import type { ConvertsLogin, HasRegions, SelectsPerson, Source } from '@tealight/sources';

/** A source as the poller uses it: only the source itself knows what a login or a session contains. */
export type AnySource = Source<unknown, unknown> &
  Partial<SelectsPerson<unknown> & ConvertsLogin<unknown, unknown> & HasRegions<unknown>>;

/** A source that wearers can connect, and the connection type that they see. */
export type RegisteredSource = {
  type: SourceType;
  source: AnySource;
  /**
   * The login works once, like a code from the vendor's page: it is not stored, and after the session has ended the
   * wearer has to connect again.
   */
  isLoginSingleUse?: boolean;
  /** Each wearer's server has an address of its own. */
  isSelfHosted?: boolean;
};
