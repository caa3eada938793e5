import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { trustedProxies } from '../../test/http/trusted-proxies.ts';
import { clientAddress, limitedAddress, networkOf, wideNetworkOf } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the network of a request', () => {
  test.each([
    ['an IPv4 address', from('203.0.113.7'), '203.0.113.7'],
    ['an IPv4 address inside IPv6', from('::ffff:203.0.113.7'), '203.0.113.7'],
    ['the /64 of an IPv6 address', from('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64'],
    ['not the header of an untrusted client', from('203.0.113.7', '198.51.100.1'), '203.0.113.7'],
    ['the header of a trusted proxy', from('10.0.0.2', '198.51.100.1'), '198.51.100.1'],
    [
      'the last address that is not a proxy',
      from('10.0.0.2', '1.2.3.4, 198.51.100.1, 10.0.0.9'),
      '198.51.100.1',
    ],
    ['the same for all invalid addresses', from('10.0.0.2', 'unknown'), 'unreadable'],
    ['the same for all other invalid addresses', from('10.0.0.2', '1.2.3.4, _x9'), 'unreadable'],
    ['without the port that some proxies add', from('10.0.0.2', '198.51.100.1:4711'), '198.51.100.1'],
  ])('is %s', (_, request, network) => {
    expect(networkOf(clientAddress(request, trustedProxies('10.0.0.0/8', '2001:db8::5')))).toBe(network);
  });

  test('[LOG-4] is part of a /48 in IPv6, and of nothing wider in IPv4', () => {
    expect(wideNetworkOf(networkOf('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1::/48');
    expect(wideNetworkOf(networkOf('203.0.113.7'))).toBeNull();
    expect(wideNetworkOf(networkOf('nonsense'))).toBeNull();
  });
});

test.each([
  ['10.0.0.2', '10.0.0.2', '10.0.0.3'],
  ['10.0.0.2', '::ffff:10.0.0.2', '::1'],
  ['::ffff:10.0.0.2', '10.0.0.2', '10.0.0.3'],
  ['10.0.0.0/8', '::ffff:10.1.2.3', '11.0.0.1'],
  ['::ffff:10.0.0.0/104', '10.1.2.3', '11.0.0.1'],
  ['2001:db8::/32', '2001:db8:9::1', '10.0.0.1'],
])('the connections of the proxy %s do not count: %s is one, %s is none', (list, proxy, other) => {
  expect(limitedAddress(proxy, trustedProxies(list))).toBeNull();
  expect(limitedAddress(other, trustedProxies(list))).toBe(networkOf(other));
  expect(limitedAddress(undefined, trustedProxies(list))).toBe('unreadable');
});
