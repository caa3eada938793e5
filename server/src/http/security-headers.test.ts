import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signOut } from '@tealight/contract';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { securityHeaders } from './security-headers.ts';

test('HSTS is sent only where the server is reached over HTTPS', () => {
  const hsts = (url: string) => securityHeaders(url)['strict-transport-security'];
  expect(hsts('https://tealight.example.org')).toBe('max-age=31536000; includeSubDomains');
  expect(hsts('http://192.168.1.5:3000')).toBeUndefined();
});

test('every answer, including errors, turns off the features that no page uses', async () => {
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

test('answers with their own policy cannot be framed: a photo, a stored email, a worker', async () => {
  const api = await apiOn(await openInMemory());
  const { outboxFolder, photoFolder, webFolder } = api.dependencies.site;
  const photo = `${'0'.repeat(32)}.webp`;
  for (const [folder, file] of [
    [outboxFolder ?? '', '2026-11-20-1.eml'],
    [photoFolder, photo],
    [webFolder, 'sw.js'],
    [webFolder, 'index.html'],
  ] as const) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), 'Subject: Hello\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n');
  }
  const withFiles = await apiOn(api.dependencies.store, { site: api.dependencies.site });
  const loopback = { remoteAddress: '127.0.0.1', headers: { host: 'localhost' } };
  for (const url of ['/outbox/2026-11-20-1', `/photos/${photo}`, '/sw.js', '/login']) {
    const { statusCode, headers } = await withFiles.inject({ url, ...loopback });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
});

test('signing out clears the cache of the browser', async () => {
  const api = await apiOn(await openInMemory());
  const { headers } = await api.send(signOut, { token: await api.signedIn() });
  expect(headers['clear-site-data']).toBe('"cache"');
});
