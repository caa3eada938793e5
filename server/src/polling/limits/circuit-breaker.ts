import { createHash } from 'node:crypto';
import type { SourceError, SourceErrorCode } from '@tealight/sources';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { requestedWaitMs } from '../schedule/after-error.ts';

/** So many wearers in a row without an answer: the vendor's address is unreachable, not just one account. */
const WEARERS_UNREACHABLE = 3;
/** So many wearers in a row got 'too many calls': the vendor means this server. */
const WEARERS_RATE_LIMITED = 2;
/** While an address is unreachable, one wearer is polled this often to find out whether it answers again. */
const PROBE_INTERVAL_MS = 10 * SECOND;
/** When the vendor does not say how long to wait. */
const RATE_LIMITED_MS = 2 * MINUTE;
/**
 * The longest time without a probe, whatever wait the vendor names: it may mean the accounts that got it, which obey it
 * themselves. Own choice: 12 calls an hour for all wearers of a node.
 */
const MAX_COMMON_WAIT_MS = 5 * MINUTE;
/** Waiting wearers resume over this span: with the probe interval, within a minute of the vendor's return. */
const RESUME_AFTER_MS = { least: 15 * SECOND, most: 40 * SECOND };

/** No wearer gets through: when they are down, some vendors answer with web pages or with nothing readable. */
const unreachableErrors: ReadonlySet<SourceErrorCode> = new Set([
  'unreachable',
  'unreadable',
  'wrong-address',
]);

type Breaker = {
  /** Wearer ids, up to the number that opens the breaker. */
  unreachable: Set<number>;
  rateLimited: Set<number>;
  /** Epoch ms; meaningful while open. */
  nextProbeAt: number;
  /** The error that opened the breaker; null while it is closed. */
  openedBy: SourceErrorCode | null;
};

export type CircuitBreakers = ReturnType<typeof openCircuitBreakers>;

/**
 * One circuit breaker for each vendor address, as this node knows it, so that an outage at a vendor is not tried out
 * on every wearer. An open breaker lets no poll through, apart from one probe at a time. `longestWaitMs`: how long the
 * wait that a vendor names to some wearers holds back all.
 */
export function openCircuitBreakers({ longestWaitMs = MAX_COMMON_WAIT_MS } = {}) {
  const breakers = new Map<string, Breaker>();
  const breakerOf = (vendorAddress: string): Breaker => {
    const breaker = breakers.get(vendorAddress) ?? {
      unreachable: new Set(),
      rateLimited: new Set(),
      nextProbeAt: 0,
      openedBy: null,
    };
    breakers.set(vendorAddress, breaker);
    return breaker;
  };
  return {
    /**
     * Null when the wearer may be polled now, else the error that opened the breaker. A caller that gets null from
     * an open breaker is its probe.
     */
    errorIfOpen(vendorAddress: string | null, now: number): SourceErrorCode | null {
      const breaker = vendorAddress === null ? undefined : breakers.get(vendorAddress);
      if (breaker === undefined || breaker.openedBy === null) return null;
      if (now < breaker.nextProbeAt) return breaker.openedBy;
      breaker.nextProbeAt = now + PROBE_INTERVAL_MS;
      return null;
    },
    /** When the next probe is allowed, epoch ms; 0 for an address without a failure. */
    nextProbeAt: (vendorAddress: string): number => breakers.get(vendorAddress)?.nextProbeAt ?? 0,
    /** When a wearer who was stopped by an open breaker is polled again, epoch ms. `random` from 0 to 1. */
    resumeAt: (vendorAddress: string | null, now: number, random: number): number =>
      Math.max(now, (breakers.get(vendorAddress ?? '')?.nextProbeAt ?? 0) - PROBE_INTERVAL_MS) +
      RESUME_AFTER_MS.least +
      random * (RESUME_AFTER_MS.most - RESUME_AFTER_MS.least),
    /** Closes the breaker. */
    recordAnswer: (vendorAddress: string): void => void breakers.delete(vendorAddress),
    /** Closes all breakers: after the clock was set back their times mean nothing. */
    reset: (): void => breakers.clear(),
    /** True when this failure opens the breaker, or keeps it open. */
    recordFailure(
      vendorAddress: string,
      wearerId: number,
      { error, now }: { error: SourceError; now: number },
    ): boolean {
      const { errorCode } = error;
      const isUnreachable = unreachableErrors.has(errorCode);
      if (!isUnreachable && errorCode !== 'too-many-calls') return false;
      const breaker = breakerOf(vendorAddress);
      const [wearers, wearersToOpen] = isUnreachable
        ? [breaker.unreachable, WEARERS_UNREACHABLE]
        : [breaker.rateLimited, WEARERS_RATE_LIMITED];
      if (wearers.size < wearersToOpen) wearers.add(wearerId);
      if (wearers.size < wearersToOpen) return false;
      const defaultMs = isUnreachable ? PROBE_INTERVAL_MS : RATE_LIMITED_MS;
      const requestedMs = error.retryAfterMs === undefined ? defaultMs : requestedWaitMs(error);
      const waitMs = Math.min(requestedMs, longestWaitMs);
      breaker.nextProbeAt = Math.max(breaker.nextProbeAt, now + waitMs);
      breaker.openedBy = errorCode;
      return true;
    },
  };
}

/** Identifies an address without revealing it, since a self-hosted site may name a person. */
export const hashVendorAddress = (host: string): string =>
  createHash('sha256').update(host).digest('base64url').slice(0, 10);
