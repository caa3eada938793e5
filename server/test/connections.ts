import type { NewConnection } from '../src/store/connections.ts';

/** A connection that has just been made and is due at once; `now` is 1000. */
export const connected = (wearerId: number, more: Partial<NewConnection> = {}): NewConnection => ({
  ...{ wearerId, source: 'nightScout', sealedLogin: 'sealed login', sealedSession: 'sealed session' },
  ...{ state: 'checking', trouble: null, since: 1000, failures: 0, nextAt: 1000, fillAt: 1000 },
  ...{ rhythm: null, lastReadingAt: null, ...more },
});
