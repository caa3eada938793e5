import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { site } from '@tealight/contract';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiOn, openInMemory } from '../../../test/api.ts';
import type { Store } from '../../store/store.ts';
import { packAssets } from './compress-assets.ts';
import { notPages } from './web-app.ts';

const loopback = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } };

describe('the outbox page', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openInMemory();
  });

  test('shows kept emails to clients on this machine', async () => {
    const api = await apiOn(store);
    const folder = api.dependencies.site.outboxFolder ?? '';
    await mkdir(folder, { recursive: true });
    const eml =
      'To: ada@example.org\r\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n\r\nOpen https://tealight.example.org/x?token=1 <b>now</b>\r\n';
    await writeFile(join(folder, '2026-11-20-1.eml'), eml);
    const page = await api.inject({ url: '/outbox', ...loopback });
    expect(page.body).toContain('Grüße');
    expect(page.body).toContain('<a href="https://tealight.example.org/x?token=1">');
    expect(page.body).toContain('&lt;b&gt;now&lt;/b&gt;');
    const list = await api.inject({
      url: '/outbox',
      ...loopback,
      headers: { ...loopback.headers, accept: 'application/json' },
    });
    expect(list.json()).toMatchObject([{ to: 'ada@example.org', subject: 'Grüße' }]);
    expect((await api.send(site, { from: '127.0.0.1' })).json()).toMatchObject({ outbox: true });
  });

  test.each([
    ['another machine', { remoteAddress: '192.0.2.1', headers: { host: 'localhost' } }],
    [
      'a proxy on this machine',
      { remoteAddress: '127.0.0.1', headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    ],
    [
      'a page whose host name resolves to this machine',
      { remoteAddress: '127.0.0.1', headers: { host: 'evil.example' } },
    ],
  ])('is not there for %s', async (_, principal) => {
    const api = await apiOn(store);
    expect((await api.inject({ url: '/outbox', ...principal })).statusCode).toBe(404);
    expect((await api.inject({ url: '/outbox/2026-11-20-1', ...principal })).statusCode).toBe(404);
    expect((await api.inject({ url: site.path, ...principal })).json()).toMatchObject({ outbox: false });
  });

  test('is not there with a mail server', async () => {
    const { dependencies } = await apiOn(store);
    const api = await apiOn(store, { site: { ...dependencies.site, outboxFolder: null } });
    expect((await api.inject({ url: '/outbox', ...loopback })).statusCode).toBe(404);
  });
});

describe('pages', () => {
  async function withWebApp() {
    const { dependencies } = await apiOn(await openInMemory());
    const folder = dependencies.site.webFolder;
    await mkdir(join(folder, 'assets'), { recursive: true });
    const page = (name: string) =>
      `<meta name="nonce" content="__CSP_NONCE__"><title>${name}</title><style nonce="__CSP_NONCE__"></style>
      <script>let page = '${name}';</script><script type="module" src="/main.js"></script>`;
    await writeFile(join(folder, 'index.html'), page('app'));
    await writeFile(join(folder, 'lamp.html'), page('lamp'));
    await writeFile(join(folder, 'assets', 'index-AbC.js'), 'let teal;');
    return apiOn(dependencies.store, { site: { ...dependencies.site, webFolder: folder } });
  }

  test('every address that looks like a page shows the web app, and the address of the lamp the lamp', async () => {
    const { inject } = await withWebApp();
    const titles = [
      '/',
      '/signup/confirm-email?comfirmtype=success',
      '/LAMP',
      '/lamp/',
      '/anything',
      '/index.html',
    ];
    const shown = await Promise.all(
      titles.map(async (url) => (await inject({ url })).body.match(/<title>(\w+)/)?.[1]),
    );
    expect(shown).toEqual(['app', 'app', 'lamp', 'lamp', 'app', 'app']);
  });

  test('a request for the head of a page has the answer of the page, without its content', async () => {
    const { inject } = await withWebApp();
    for (const url of ['/', '/lamp', '/anything', '/api/docs']) {
      const { statusCode, headers, body } = await inject({ method: 'HEAD', url });
      const type = String(headers['content-type']);
      expect([url, statusCode, type, body]).toEqual([url, 200, 'text/html; charset=utf-8', '']);
    }
    expect((await inject({ method: 'HEAD', url: '/health/ready' })).statusCode).toBe(200);
    expect((await inject({ method: 'HEAD', url: '/api/v1/Nothing' })).statusCode).toBe(404);
  });

  test('an address with two slashes, as one whose id is missing, shows the web app; one of the server stays not found', async () => {
    const { inject } = await withWebApp();
    const pages = ['/w/x//alarms', '/w//alarms?kind=low', '//alarms', '/lamp//', '/w/x///', '/w/%00'];
    for (const url of pages) {
      const { statusCode, body } = await inject({ url });
      expect([url, statusCode, body.match(/<title>(\w+)/)?.[1]]).toEqual([url, 200, 'app']);
    }
    for (const url of ['//api/v1/Site', '/api//v1/Site', '/assets//none.js', '/assets/', '//none.png']) {
      const { statusCode, headers } = await inject({ url });
      expect([url, statusCode, headers['content-type']]).toEqual([
        ...[url, 404, 'application/problem+json; charset=utf-8'],
      ]);
    }
  });

  test('[SUP-9] the service worker leaves the same paths to the server', () => {
    const worker = readFileSync('web/public/sw.js', 'utf8');
    expect(worker).toContain(`const notPages = ${notPages};`);
  });

  test('[SHELL-10] a page may load only from its own host, add styles only with the nonce of its answer, and run only its files and the scripts that were built into it', async () => {
    const { inject } = await withWebApp();
    const [first, second] = [await inject({ url: '/' }), await inject({ url: '/' })];
    const nonces = [first, second].map(({ body }) => body.match(/nonce="([^"]+)"/)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`);
    const hash = createHash('sha256').update("let page = 'app';").digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect((await inject({ url: '/api/docs' })).headers['content-security-policy']).toContain(
      "script-src 'self';",
    );
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https:(?!\/\/)/);
    expect(first.body).not.toContain('__CSP_NONCE__');
  });

  test('assets are cached permanently, without headers that only documents need; pages are revalidated', async () => {
    const { inject } = await withWebApp();
    const asset = await inject({ url: '/assets/index-AbC.js' });
    expect(asset.body).toBe('let teal;');
    expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    for (const name of ['x-frame-options', 'permissions-policy', 'cross-origin-opener-policy'])
      expect(asset.headers).not.toHaveProperty(name);
    expect((await inject({ url: '/' })).headers['cache-control']).toBe('no-cache');
    for (const url of ['/assets/none.js', '/assets/../index.html', '/assets/..%2f..%2fphotos', '/none.png']) {
      expect([url, (await inject({ url })).body.includes('<title>app')]).toEqual([
        url,
        url.includes('..%2f') ? false : url.endsWith('index.html'),
      ]);
    }
  });

  test('assets are compressed once and sent compressed to clients that accept it', async () => {
    const { inject, dependencies } = await withWebApp();
    const file = join(dependencies.site.webFolder, 'assets', 'large-XyZ.js');
    const script = 'export const teal = "#087f5b";\n'.repeat(200);
    await writeFile(file, script);
    await packAssets(dependencies.site.webFolder);
    const packed = await Promise.all(
      ['br', 'gzip', 'identity'].map((way) =>
        inject({ url: '/assets/large-XyZ.js', headers: { 'accept-encoding': way } }),
      ),
    );
    expect(packed.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(packed[0]?.rawPayload ?? '').toString()).toBe(script);
    expect(gunzipSync(packed[1]?.rawPayload ?? '').toString()).toBe(script);
    expect(packed[2]?.body).toBe(script);
    expect(packed[0]?.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': expect.stringContaining('javascript'),
    });
  });

  test('compressed copies have the permissions of their files, also those of earlier versions', async () => {
    const { dependencies } = await withWebApp();
    const file = join(dependencies.site.webFolder, 'assets', 'large-XyZ.js');
    await writeFile(file, 'export const teal = "#087f5b";\n'.repeat(200));
    await chmod(file, 0o644);
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    await packAssets(dependencies.site.webFolder);
    const modes = async () =>
      Promise.all(['.br', '.gz'].map(async (end) => ((await stat(file + end)).mode & 0o777).toString(8)));
    expect(await modes()).toEqual(['644', '644']);
    await chmod(`${file}.br`, 0o600);
    await packAssets(dependencies.site.webFolder);
    expect(await modes()).toEqual(['644', '644']);
  });

  test('every answer has the security headers', async () => {
    const { inject } = await apiOn(await openInMemory());
    for (const url of ['/api/v1/Site', '/', '/api/docs', '/nothing.png']) {
      expect((await inject({ url })).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.any(String),
      });
    }
  });

  test('other sites may call the API only when they are configured', async () => {
    const store = await openInMemory();
    const ask = { url: '/api/v1/Site', headers: { origin: 'https://app.example.org' } };
    expect((await (await apiOn(store)).inject(ask)).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    const open = await apiOn(store, { corsOrigins: ['https://app.example.org'] });
    expect((await open.inject(ask)).headers['access-control-allow-origin']).toBe('https://app.example.org');
    const anonymousClient = await open.inject({ ...ask, headers: { origin: 'https://evil.example' } });
    expect(anonymousClient.headers['access-control-allow-origin']).toBeUndefined();
  });
});
