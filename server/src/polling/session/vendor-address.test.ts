import { expect, test } from 'vitest';
import { connectedPolling, makeDue } from '../../../test/polling/polling.ts';
import { openStore } from '../../store/store.ts';
import { hashVendorAddress } from '../limits/circuit-breaker.ts';
import { parseMemory } from '../state/poll-memory.ts';

type Call = Parameters<typeof fetch>[0];

/** The hashed address that is remembered after a poll that makes these calls. */
async function addressAfter(calls: readonly Call[]) {
  const { store, source, clock, wearerId, polling } = await connectedPolling(
    await openStore({ url: null, file: ':memory:' }),
  );
  const answered: boolean[] = [];
  source.read = async (_session, _since, { fetch }) => {
    for (const call of calls) answered.push((await fetch(call)).ok);
    return [];
  };
  await makeDue(store, wearerId, clock.now);
  await polling.runDuePolls();
  const connection = await store.connections.find(wearerId);
  expect(answered).toEqual(calls.map(() => true));
  return parseMemory(connection?.pollMemory ?? null, source.rhythm).vendorAddress;
}

test.each<[string, Call[], string]>([
  ['a text', ['https://one.example/readings?count=1'], 'one.example'],
  ['a text with a port', ['https://one.example:8443/readings'], 'one.example:8443'],
  ['a URL', [new URL('https://two.example/readings')], 'two.example'],
  ['a request', [new Request('https://three.example/readings')], 'three.example'],
  ['several calls', ['https://one.example/', 'https://two.example/'], 'two.example'],
  ['a call without an address', ['/readings'], 'vendor.example'],
  ['no call', [], 'vendor.example'],
])('[SRC-3] a poll with %s remembers the hashed address of the last call', async (_, calls, host) => {
  expect(await addressAfter(calls)).toBe(hashVendorAddress(host));
});
