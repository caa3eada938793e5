import { signOut } from '@tealight/contract';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { securityHeaders } from './security-headers.ts';

test('browsers stay on https only where the server is reached by it', () => {
  const hsts = (url: string) => securityHeaders(url)['strict-transport-security'];
  expect(hsts('https://tealight.example.org')).toBe('max-age=31536000; includeSubDomains');
  expect(hsts('http://192.168.1.5:3000')).toBeUndefined();
});

test('every answer, an error too, forbids what no page uses', async () => {
  const api = await apiOn(await openInMemory());
  for (const url of ['/health/live', '/nobody-knows.txt', '/api/v1/UserProfile/current-user']) {
    const { headers } = await api.inject({ url });
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
    expect(headers['permissions-policy']).toMatch(/screen-wake-lock=\(self\)/);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('includeSubDomains'),
    });
  }
});

test('signing out makes the browser forget what it has cached', async () => {
  const api = await apiOn(await openInMemory());
  const { headers } = await api.send(signOut, { token: await api.signedIn() });
  expect(headers['clear-site-data']).toBe('"cache"');
});
