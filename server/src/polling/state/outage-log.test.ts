import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import type { Poll } from '../dependencies.ts';
import { openCircuitBreakers } from '../limits/circuit-breaker.ts';
import type { PollOutcome } from '../session/read-source.ts';
import { reportToVendor } from './outage-log.ts';
import { parseMemory } from './poll-memory.ts';
import { openVendorOutages } from './vendor-outages.ts';

const ADDRESS = 'an address';

/** Results of polls at one vendor's address, one after the other, and what is logged about them. */
function vendor() {
  const events: string[] = [];
  const say = ({ event }: { event: string }) => void events.push(event);
  const circuitBreakers = openCircuitBreakers();
  const now = () => NOON;
  const vendorOutages = openVendorOutages({ log: { info: say, warn: say }, now });
  const context = { circuitBreakers, vendorOutages, now };
  let wearers = 0;
  const met = (errorCode: SourceErrorCode | null) => {
    wearers += 1;
    const connection = connected(wearers);
    const memory = { ...parseMemory(null, fiveMinutely), vendorAddress: ADDRESS };
    const outcome: PollOutcome =
      errorCode === null ? { memory, readings: [] } : { memory, error: new SourceError('fake', errorCode) };
    reportToVendor({ connection, context } as unknown as Poll, outcome);
  };
  return { met, events, shut: () => circuitBreakers.errorIfOpen(ADDRESS, NOON) };
}

test('[SRC-3] three polls in a row without an answer block the address, and the first answer unblocks it', () => {
  const { met, shut, events } = vendor();
  for (const errorCode of ['unreachable', 'unreachable', 'unreachable'] as const) met(errorCode);
  expect(shut()).toBe('unreachable');
  met(null);
  expect(shut()).toBeNull();
  expect(events).toEqual(['vendor-failed', 'vendor-recovered']);
});

test.each(['wrong-login', 'terms-to-accept', 'person-gone', 'session-over'] as const)(
  '[SRC-3] a vendor that answers one wearer with %s is reachable for the others',
  (problemError) => {
    const { met, shut, events } = vendor();
    for (const errorCode of ['unreachable', 'unreachable', problemError, 'unreachable'] as const)
      met(errorCode);
    expect(shut()).toBeNull();
    expect(events).toEqual([]);
  },
);

test.each(['needs-human', 'not-shared'] as const)(
  '[SRC-3] %s may come from a proxy in front of a vendor, and unblocks nothing',
  (errorCode) => {
    const { met, shut } = vendor();
    for (const one of ['unreachable', 'unreachable', errorCode, 'unreachable'] as const) met(one);
    expect(shut()).toBe('unreachable');
  },
);
