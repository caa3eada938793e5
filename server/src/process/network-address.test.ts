import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { addressesOf, networkAddress } from './network-address.ts';

const at = (address: string, more: { internal?: boolean } = {}): NetworkInterfaceInfo[] => [
  {
    address,
    internal: false,
    family: 'IPv4',
    netmask: '255.255.255.0',
    mac: '00:00:00:00:00:00',
    cidr: null,
    ...more,
  },
];

test.each([
  ['the card', { lo: at('127.0.0.1', { internal: true }), eth0: at('192.168.1.5') }, '192.168.1.5'],
  ['no network of Docker', { docker0: at('172.17.0.1'), wlan0: at('10.0.0.7') }, '10.0.0.7'],
  ['a home network', { eth0: at('203.0.113.9'), wlan0: at('192.168.0.2') }, '192.168.0.2'],
  ['nothing self-assigned', { eth0: at('169.254.3.4') }, null],
  ['nothing where there is no network', { lo: at('127.0.0.1', { internal: true }) }, null],
])('[DEV-3] other devices reach this machine by %s', (_, interfaces, address) => {
  expect(networkAddress(interfaces)).toBe(address);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server at %s is opened there', (host, url) => {
  expect(addressesOf(host, 3000, false)).toEqual({ url, localUrl: url });
});

test('[DEV-3] a server that listens on every address prints the one that other devices can reach', () => {
  const host = networkAddress() ?? 'localhost';
  expect(addressesOf('0.0.0.0', 3000, true)).toEqual({
    url: `https://${host}:3000`,
    localUrl: 'https://localhost:3000',
  });
});
