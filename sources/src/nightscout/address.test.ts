import { expect, test } from 'vitest';
import { isToken, redirectTarget, siteHost, toSite } from './address.ts';

const baseOf = (typed: string) => toSite(typed, 'secret')?.base;

test.each([
  ['mysite.example.com', 'https://mysite.example.com'],
  ['  https://mysite.example.com/  ', 'https://mysite.example.com'],
  ['HTTPS://MySite.Example.com', 'https://mysite.example.com'],
  ['https://mysite.example.com/api/v1', 'https://mysite.example.com'],
  ['https://mysite.example.com/api/v1/', 'https://mysite.example.com'],
  ['https://mysite.example.com//api/v1/entries.json?count=10', 'https://mysite.example.com'],
  ['https://example.com/nightscout/api/v1/', 'https://example.com/nightscout'],
  ['https://example.com/nightscout/', 'https://example.com/nightscout'],
  ['https://mysite.example.com/report', 'https://mysite.example.com'],
  ['https://mysite.example.com/clock/bgclock?x=1#top', 'https://mysite.example.com'],
  ['https://mysite.example.com/admin', 'https://mysite.example.com'],
  ['https://mysite.example.com:1337/', 'https://mysite.example.com:1337'],
  ['http://mysite.example.com', 'https://mysite.example.com'],
  ['http://mysite.example.com:1337', 'http://mysite.example.com:1337'],
  ['http://192.168.1.20', 'http://192.168.1.20'],
  ['http://localhost:1337', 'http://localhost:1337'],
  ['http://[::1]:1337/api/v1', 'http://[::1]:1337'],
  ['http://raspberry.local/', 'http://raspberry.local'],
  ['192.168.1.20:1337', 'https://192.168.1.20:1337'],
])('%s is the site %s', (typed, base) => {
  expect(baseOf(typed)).toBe(base);
});

test.each([
  ['https://mysite.example.com/api/v1', 'mysite.example.com'],
  ['MySite.example.com.', 'mysite.example.com'],
  ['mysite.example.com:443', 'mysite.example.com'],
  ['mysite.example.com:1337', 'mysite.example.com:1337'],
  ['http://mysite.example.com.:1337', 'mysite.example.com:1337'],
  ['[::1]:1337', '[::1]:1337'],
  ['http://a b c', null],
])('the host of the site %s is %s', (typed, host) => {
  expect(siteHost(typed)).toBe(host);
});

test.each([
  '',
  '   ',
  'ftp://mysite.example.com',
  'javascript://alert(1)',
  'https://',
  'http://a b c',
  'file:///etc/passwd',
])('“%s” is no address of a site', (typed) => {
  expect(toSite(typed, 'secret')).toBeNull();
});

test.each([
  ['https://my%20secret@mysite.example.com/api/v1/', '', 'my secret'],
  ['https://mysite.example.com?token=reader-0123456789abcdef', '', 'reader-0123456789abcdef'],
  ['https://mysite.example.com/&token=reader-0123456789abcdef', '', 'reader-0123456789abcdef'],
  ['https://mysite.example.com?token=reader-0123456789abcdef', 'typed beside it', 'typed beside it'],
  ['https://mysite.example.com', ' pasted with blanks ', 'pasted with blanks'],
  ['https://mysite.example.com', '', null],
])('from %s and “%s” the secret is %s', (typed, apiSecret, secret) => {
  const site = toSite(typed, apiSecret);
  expect(site).toEqual({ base: 'https://mysite.example.com', secret });
});

test('an access token is distinguished from a secret by its form', () => {
  expect(isToken('reader-0123456789abcdef')).toBe(true);
  expect(isToken('correct-horse-battery')).toBe(false);
});

test.each([
  ['http://home.local/ns', 'https://home.local/ns/api', 'https://home.local/ns'],
  ['https://home.local', '/elsewhere', 'https://home.local'],
  ['https://home.local', 'http://home.local/api', undefined],
  ['https://home.local', 'https://other.local/api', undefined],
  ['http://home.local', 'https://other.local/api', undefined],
  ['https://home.local', 'https://home.local:8443/api', undefined],
  ['https://home.local', null, undefined],
])('the secret of %s follows to %s only where it is safe: %s', (base, location, next) => {
  expect(redirectTarget(base, new URL(`${base}/api`), location)?.base).toBe(next);
});
