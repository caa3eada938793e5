import type { NewConnection } from '../src/store/connections/connections.ts';

/** A new connection that is due at 1000. */
export const connected = (wearerId: number, more: Partial<NewConnection> = {}): NewConnection => ({
  wearerId,
  source: 'nightScout',
  encryptedLogin: 'encrypted login',
  encryptedSession: 'encrypted session',
  state: 'checking',
  errorCode: null,
  since: 1000,
  failures: 0,
  nextAt: 1000,
  backfillAt: 1000,
  pollMemory: null,
  lastReadingAt: null,
  ...more,
});
