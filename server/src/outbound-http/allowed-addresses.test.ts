import { expect, test } from 'vitest';
import { mayConnect } from './allowed-addresses.ts';

/** Whether connecting is allowed in general, and where private addresses are allowed. */
const table: [address: string, anybody: boolean, withPrivate: boolean][] = [
  ['8.8.8.8', true, true],
  ['2606:4700::1111', true, true],
  ['[2606:4700::1111]', true, true],
  // Digits that look like a private IPv4 address, but are not.
  ['2606:4700::a00:1', true, true],
  ['127.0.0.1', false, true],
  ['10.0.0.1', false, true],
  ['172.16.0.1', false, true],
  ['192.168.0.1', false, true],
  ['100.64.0.1', false, true],
  ['::1', false, true],
  ['fd00::1', false, true],
  ['fd00::808:808', false, true],
  ['fd00::1%eth0', false, true],
  ['[::1]', false, true],
  ['fe80::1%eth0', false, false],
  ['169.254.169.254', false, false],
  ['0.0.0.0', false, false],
  ['::', false, false],
  ['255.255.255.255', false, false],
  ['224.0.0.1', false, false],
  ['198.18.0.1', false, false],
  // Metadata services of clouds, which return the credentials of the machine.
  ['100.100.100.200', false, false],
  ['fd00:ec2::254', false, false],
  ['168.63.129.16', false, false],
  ['192.0.0.192', false, false],
  ['::ffff:168.63.129.16', false, false],
  // IPv4 inside IPv6: mapped, compatible, NAT64, 6to4.
  ['::ffff:8.8.8.8', true, true],
  ['::ffff:10.0.0.1', false, true],
  ['::8.8.8.8', true, true],
  ['::808:808', true, true],
  ['::100:1', true, true],
  ['::a00:1', false, true],
  ['::101', false, false],
  ['::1.0.0.1', true, true],
  ['::10.0.0.1', false, true],
  ['::0.0.1.1', false, false],
  ['64:ff9b::808:808', true, true],
  ['64:ff9b::a00:1', false, true],
  ['64:ff9b:1::1', false, false],
  ['2002:808:808::', true, true],
  ['2002:a00:1::', false, true],
  // Not in 2000::/3.
  ['4000::1', false, false],
  ['1::1', false, false],
  ['not an address', false, false],
  ['', false, false],
];

test.each(table)(
  '[SRC-5] connecting to %s is allowed: %s, where private addresses are allowed: %s',
  (address, anybody, withPrivate) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([anybody, withPrivate]);
  },
);
