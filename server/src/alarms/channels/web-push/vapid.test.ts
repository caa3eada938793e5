import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { vapidProblem } from '../../../../../simulators/push/vapid.ts';
import { newVapidKeys, vapidKeysFrom, vapidWith } from './vapid.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 21, 3, 30);
const contact = 'mailto:operator@example.com';
const endpoint = 'https://push.example.net/p/abc';

function vapid(keys = vapidKeysFrom(newVapidKeys())) {
  const clock = { now: start };
  return { clock, keys, ...vapidWith({ keys, contact, now: () => clock.now }) };
}
const partsOf = (header: string) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  return { head, claims, signature, key };
};
const jsonOf = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

test('[ALM-31] a push service gets a JWT with origin, end and contact, signed with the key that it names', () => {
  const { keys, authorization } = vapid();
  const { head, claims, signature, key } = partsOf(authorization(endpoint));
  expect(jsonOf(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(jsonOf(claims)).toEqual({
    aud: 'https://push.example.net',
    exp: (start + 12 * HOUR) / 1000,
    sub: contact,
  });
  expect(key).toBe(keys.publicKey);
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
});

test('[ALM-31] the checks of the tests accept the example of RFC 8292, and nothing changed', async () => {
  const key = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  const token = [
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
    'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
    'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  ].join('.');
  const expected = { key, origin: 'https://push.example.net', now: 1_453_500_000_000 };
  const check = (header: string, more = {}) => vapidProblem(header, { ...expected, ...more });
  expect(await check(`vapid t=${token}, k=${key}`)).toBeNull();
  expect(await check(`vapid t=${token.replace('.i3', '.j3')}, k=${key}`)).toBe(403);
  expect(await check(`vapid t=${token}, k=${key}`, { origin: 'https://other.example' })).toBe(403);
  expect(await check(`vapid t=${token}, k=${key}`, { now: 1_453_523_769_000 })).toBe(403);
  expect(await check(`vapid t=${token}, k=${key}`, { key: vapid().keys.publicKey })).toBe(403);
  expect(await check('')).toBe(401);
});

test('[ALM-31] a token serves all endpoints of an origin for 11 hours, so that it never expires under way', () => {
  const { clock, authorization } = vapid();
  const first = authorization(endpoint);
  expect(authorization('https://push.example.net/p/other')).toBe(first);
  expect(authorization('https://push.example.net:8443/p/abc')).not.toBe(first);
  clock.now += 11 * HOUR - 1;
  expect(authorization(endpoint)).toBe(first);
  clock.now += 1;
  const next = authorization(endpoint);
  expect(next).not.toBe(first);
  expect(jsonOf(partsOf(next).claims).exp).toBe((start + 23 * HOUR) / 1000);
});

test('[ALM-31] a token that was signed while the clock was days ahead is not used once the clock is right', () => {
  const { clock, authorization } = vapid();
  clock.now += 72 * HOUR;
  authorization(endpoint);
  clock.now = start;
  expect(jsonOf(partsOf(authorization(endpoint)).claims).exp).toBe((start + 12 * HOUR) / 1000);
});

test('[ALM-31] tokens of many origins are forgotten, so that entered addresses cannot fill the memory', () => {
  const { authorization } = vapid();
  const first = authorization(endpoint);
  for (let other = 0; other < 199; other += 1) authorization(`https://push${other}.example.net/p`);
  expect(authorization(endpoint)).toBe(first);
  for (let other = 199; other < 399; other += 1) authorization(`https://push${other}.example.net/p`);
  expect(authorization(endpoint)).not.toBe(first);
});

test('new keys are different, and are read as they were written', () => {
  const texts = Array.from({ length: 600 }, newVapidKeys);
  expect(new Set(texts).size).toBe(600);
  // One private key in 256 begins with a zero, which must not get lost.
  for (const text of texts) {
    expect(text).toMatch(/^[\w-]{87}\.[\w-]{43}$/);
    expect(vapidKeysFrom(text).publicKey).toBe(text.split('.')[0]);
  }
  expect(vapidKeysFrom(` ${texts[0]}\n`).publicKey).toBe(texts[0]?.split('.')[0]);
});

const [point = '', scalar = ''] = newVapidKeys().split('.');
test.each([
  ['nothing', ''],
  ['one key', point],
  ['three keys', `${point}.${scalar}.${scalar}`],
  ['keys in the wrong order', `${scalar}.${point}`],
  ['keys that do not belong together', `${point}.${newVapidKeys().split('.')[1]}`],
  ['a private key of zeros', `${point}.${Buffer.alloc(32).toString('base64url')}`],
  ['a private key that is too long', `${point}.${scalar}AAAA`],
  ['some text', 'a secret that somebody has made up'],
])('%s is no pair of keys, and the error says what is expected without repeating it', (_, text) => {
  const read = () => vapidKeysFrom(text);
  expect(read).toThrow(
    /^Keys for push services must be a public and the private key that belongs to it, both of P-256 in base64url, with a period between them$/,
  );
});
