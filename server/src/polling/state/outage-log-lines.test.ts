import { SourceError } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connectedPolling, makeDue } from '../../../test/polling/polling.ts';
import { NOON } from '../../../test/polling/vendor.ts';
import { DAY } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';
import { openVendorOutages } from './vendor-outages.ts';

describe('[OPS-3] the line about an outage of a vendor’s address', () => {
  const setup = () => {
    const clock = { now: NOON };
    const log: object[] = [];
    const outages = openVendorOutages({
      log: {
        info: (line) => void log.push({ level: 'info', ...line }),
        warn: (line) => void log.push({ level: 'warn', ...line }),
      },
      now: () => clock.now,
    });
    const fail = (address = 'a hash') =>
      outages.failed(address, 'libre', new SourceError('fake', 'unreachable'));
    return { clock, log, outages, fail };
  };
  const failed = { level: 'warn', event: 'vendor-failed', source: 'libre', errorCode: 'unreachable' };
  const recovered = { level: 'info', event: 'vendor-recovered', source: 'libre' };

  test('names the source, the hashed address and the error, and what ended it', () => {
    const { log, outages, fail } = setup();
    fail();
    fail();
    outages.answered('another hash');
    outages.answered('a hash');
    outages.answered('a hash');
    fail();
    const vendorAddress = 'a hash';
    expect(log).toEqual([
      { ...failed, vendorAddress },
      { ...recovered, vendorAddress, reason: 'answered' },
      { ...failed, vendorAddress },
    ]);
  });

  test('comes at its end also where nobody has polled the address for more than two days', () => {
    const { clock, log, outages, fail } = setup();
    fail();
    clock.now += DAY;
    fail();
    fail('another hash');
    clock.now += DAY;
    fail('another hash');
    clock.now += DAY;
    outages.endUnpolled();
    expect(log).toHaveLength(2);
    clock.now += 1;
    outages.endUnpolled();
    outages.endUnpolled();
    expect(log.slice(2)).toEqual([{ ...recovered, vendorAddress: 'a hash', reason: 'not-polled' }]);
  });
});

describe('[OPS-3] the line about an outage of a connection', () => {
  test('names the wearer, the source and the error, with its cause where that is a text', async () => {
    for (const cause of ['no answer in time', new Error('nothing for a log'), undefined]) {
      const { store, vendor, wearerId, clock, polling, log } = await connectedPolling(
        await openStore({ url: null, file: ':memory:' }),
      );
      vendor.readError = new SourceError('fake', 'unreachable', { cause });
      await makeDue(store, wearerId, clock.now);
      await polling.runDuePolls();
      vendor.readError = null;
      clock.now += DAY;
      await polling.runDuePolls();
      const about = { wearerId, source: 'nightScout' };
      expect(log).toEqual([
        {
          event: 'source-failed',
          ...about,
          errorCode: 'unreachable',
          ...(typeof cause === 'string' && { cause }),
        },
        { event: 'source-recovered', ...about, reason: 'readings' },
      ]);
    }
  });

  test('is the only one while no address is known', async () => {
    const { store, source, vendor, wearerId, clock, polling, log } = await connectedPolling(
      await openStore({ url: null, file: ':memory:' }),
    );
    source.read = async () => {
      throw new SourceError('fake', 'unreachable');
    };
    vendor.readError = 'unreachable';
    await makeDue(store, wearerId, clock.now, { vendorAddress: null });
    await polling.runDuePolls();
    expect(log.map(({ event }) => event)).toEqual(['source-failed']);
  });
});
