import type { SourceError } from '@tealight/sources';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { Poll, PollingLog } from '../dependencies.ts';
import { isRejection } from '../schedule/after-error.ts';
import type { PollOutcome } from '../session/read-source.ts';

/** Reports the outcome of a poll to the circuit breaker of the vendor's address. */
export function reportToVendor({ connection, context }: Poll, outcome: PollOutcome): void {
  const { circuitBreakers, vendorOutages, now } = context;
  const { vendorAddress } = outcome.memory;
  if (vendorAddress === null) return;
  const error = 'error' in outcome ? outcome.error : null;
  // A vendor that rejects one wearer's login is reachable for the others.
  if (error === null || isRejection(error.errorCode) || error.errorCode === 'session-over') {
    circuitBreakers.recordAnswer(vendorAddress);
    vendorOutages.answered(vendorAddress);
    return;
  }
  // A limit on sign-ins says nothing of reading: who is signed in goes on being polled.
  if (error.errorCode === 'too-many-calls' && 'isSignIn' in outcome) return;
  const isOpen = circuitBreakers.recordFailure(vendorAddress, connection.wearerId, { error, now: now() });
  if (isOpen) vendorOutages.failed(vendorAddress, connection.source, error);
}

/** Logs the start of a connection's outage, when the failed poll has been stored. */
export function logFailure({ connection, context }: Poll, { errorCode, cause }: SourceError): void {
  const { wearerId, source, failures } = connection;
  const detail = typeof cause === 'string' ? { cause } : {};
  if (failures === 0) context.log.warn({ event: 'source-failed', wearerId, source, errorCode, ...detail });
}

/**
 * Logs the end of a connection's outage: new readings were stored (an answer without readings is not enough), or the
 * wearer has connected again or disconnected. `connection`: as it was before.
 */
export function logRecovery(
  { log }: { log: PollingLog },
  connection: Connection | null,
  reason: 'readings' | 'connected-again' | 'disconnected',
): void {
  if (connection === null || connection.failures === 0) return;
  const { wearerId, source } = connection;
  log.info({ event: 'source-recovered', wearerId, source, reason });
}
