import type { Poll } from '../dependencies.ts';
import { isRejection } from '../schedule/after-error.ts';
import type { PollOutcome } from '../session/read-source.ts';

/**
 * Reports the outcome to the circuit breaker of the vendor's address, and logs the start of an outage: one entry for
 * the connection, and one for the address when its breaker opens or closes.
 */
export function logOutage({ connection, context }: Poll, outcome: PollOutcome): void {
  const { wearerId, source, failures } = connection;
  const { circuitBreakers, log, now } = context;
  const { vendorAddress } = outcome.memory;
  if (!('error' in outcome)) {
    if (vendorAddress !== null && circuitBreakers.recordAnswer(vendorAddress))
      log.info({ event: 'vendor-recovered', source, vendorAddress });
    return;
  }
  const { errorCode, cause } = outcome.error;
  // A vendor that rejects one wearer's login is reachable for the others.
  if (vendorAddress !== null && (isRejection(errorCode) || errorCode === 'session-over'))
    circuitBreakers.recordAnswer(vendorAddress);
  const detail = typeof cause === 'string' ? { cause } : {};
  if (failures === 0) log.warn({ event: 'source-failed', wearerId, source, errorCode, ...detail });
  const opensBreaker =
    vendorAddress !== null &&
    circuitBreakers.recordFailure(vendorAddress, wearerId, { error: outcome.error, now: now() });
  if (opensBreaker) log.warn({ event: 'vendor-failed', source, vendorAddress, errorCode });
}

/** Logs the end of an outage, which is when new readings arrive: an answer without readings is not enough. */
export function logRecovery({ connection, context }: Poll): void {
  const { wearerId, source, failures } = connection;
  if (failures > 0) context.log.info({ event: 'source-recovered', wearerId, source });
}
