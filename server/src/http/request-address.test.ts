import { signIn } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { trustedProxies } from '../../test/http/trusted-proxies.ts';
import { networkOf } from './request-address.ts';

const of = (ip: string) => networkOf({ ip } as FastifyRequest);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'unreadable'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
])('limits see %s as %s', (ip, network) => {
  expect(of(ip)).toBe(network);
});

const wrong = (forwarded: string) => ({
  method: 'POST' as const,
  url: signIn.path,
  remoteAddress: '10.0.0.1',
  headers: { 'x-forwarded-for': forwarded },
});

async function statusesFrom(...proxies: string[]): Promise<number[]> {
  const api = await apiOn(await openInMemory(), { trustedProxies: trustedProxies(...proxies) });
  const statuses = [];
  for (let time = 0; time < 40; time += 1) {
    const payload = { email: `user${time}@example.org`, password: 'Wrong1234!' };
    statuses.push((await api.inject({ ...wrong(`198.51.100.${time}`), payload })).statusCode);
  }
  return statuses;
}

test('a client cannot choose its address', async () => {
  expect(await statusesFrom()).toContain(429);
});

test('a trusted proxy sends the address of its client', async () => {
  expect(await statusesFrom('10.0.0.0/8')).not.toContain(429);
});
