import type { SourceError } from '@tealight/sources';
import { DAY } from '../../shared/time-units.ts';

/** No connection waits longer for its next poll: a vendor may ask for a day, to which up to a fifth is added. */
const UNPOLLED_MS = 2 * DAY;

type LogEntry = { event: string; [detail: string]: unknown };
type Logging = { log: { info(entry: LogEntry): void; warn(entry: LogEntry): void }; now: () => number };

export type VendorOutages = ReturnType<typeof openVendorOutages>;

/**
 * Outages of vendors' addresses, as this node knows them: one entry at the start of each, and one at its end. An address is
 * the hash of it. A breaker that closes without an answer, such as when the clock was set back, ends no outage.
 */
export function openVendorOutages({ log, now }: Logging) {
  const outages = new Map<string, { source: string; failedAt: number }>();
  const end = (vendorAddress: string, reason: 'answered' | 'not-polled'): void => {
    const outage = outages.get(vendorAddress);
    if (outage === undefined) return;
    outages.delete(vendorAddress);
    log.info({ event: 'vendor-recovered', source: outage.source, vendorAddress, reason });
  };
  return {
    /** Called for each failure that opens the breaker of the address or keeps it open. */
    failed(vendorAddress: string, source: string, { errorCode }: SourceError): void {
      if (!outages.has(vendorAddress)) log.warn({ event: 'vendor-failed', source, vendorAddress, errorCode });
      outages.set(vendorAddress, { source, failedAt: now() });
    },
    answered: (vendorAddress: string): void => end(vendorAddress, 'answered'),
    /** Ends the outages of addresses that nobody here is connected to any more. */
    endUnpolled(): void {
      for (const [vendorAddress, { failedAt }] of outages)
        if (now() - failedAt > UNPOLLED_MS) end(vendorAddress, 'not-polled');
    },
  };
}
