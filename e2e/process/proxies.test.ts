import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectCalls, MAX_PHOTO_BYTES, updateProfile } from '@tealight/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { type Certificate, certificateIn } from '../support/proxies/authority.ts';
import { eventLamp, proxiedWearer, socketLamp, type Way } from '../support/proxies/proxied-wearer.ts';
import { caddy, has, nginx, type ReverseProxy } from '../support/proxies/proxies.ts';
import { json, type TlsClient, tlsClient } from '../support/proxies/tls-client.ts';
import { type TwoNodes, twoNodes } from '../support/two-nodes.ts';

const SECRET = 'a secret of the site';
/** More than the free attempts with wrong codes, `code-throttle.ts`. */
const ATTEMPTS = 14;
/** Each round doubles the wait, so that even a slow machine meets it. */
const ROUNDS = 5;
const TOKEN = /[?&](?:code|token|access_token|secret)=/;

const installed = { nginx, caddy };
const missing = Object.keys(installed).filter((name) => !has(name));
for (const name of missing) process.stderr.write(`Tests behind ${name} are skipped: it is not installed.\n`);
const isBuilt = existsSync(fileURLToPath(new URL('../../web/dist/index.html', import.meta.url)));
const hasPostgres = await postgresAnswers();
if (!isBuilt || !hasPostgres) {
  const needed = isBuilt ? 'no PostgreSQL answers' : 'the web app is not built';
  process.stderr.write(`Tests behind proxies are skipped: ${needed}.\n`);
}
const canRun = process.platform === 'linux' && isBuilt && hasPostgres;

type World = { nodes: TwoNodes; certificate: Certificate; folder: string; client: TlsClient };
let world: World;
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

beforeAll(async () => {
  if (!canRun || missing.length === 2) return;
  const folder = mkdtempSync(join(tmpdir(), 'tealight-proxies-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = certificateIn(folder);
  const behindProxy = {
    PUBLIC_URL: 'https://localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'on',
    OUTBOX_PAGE: 'on',
    PRIVATE_ENDPOINTS: 'on',
    ROLES: 'api,poll,alarms,devices',
  };
  const nodes = resources.use(await twoNodes({ one: behindProxy, other: behindProxy }));
  world = { nodes, certificate, folder, client: tlsClient(certificate.ca) };
});

/** A proxy before both nodes. */
async function openProxy(
  name: keyof typeof installed,
  changes: [string, string][] = [],
): Promise<ReverseProxy> {
  const { nodes, certificate, folder } = world;
  const addresses = [nodes.one, nodes.other].map(({ url }) => new URL(url).host);
  return installed[name]({
    folder: mkdtempSync(join(folder, `${name}-`)),
    nodes: addresses,
    certificate,
    changes,
  });
}

/** The way to Tealight through a proxy. */
const wayOf = ({ url }: ReverseProxy): Way => {
  const { nodes, certificate } = world;
  return { url, ca: certificate.ca, nodes: [nodes.one.url, nodes.other.url] };
};

describe.each(Object.keys(installed) as (keyof typeof installed)[])('behind %s', (name) => {
  const behind = test.runIf(canRun && !missing.includes(name));
  let proxy: ReverseProxy;
  beforeAll(async () => {
    if (canRun && !missing.includes(name)) proxy = resources.use(await openProxy(name));
  });

  behind('[OPS-3] an account is made and the app is opened over https; http is redirected', async () => {
    const { client } = world;
    const { token } = await proxiedWearer(wayOf(proxy));
    expect(token).not.toBe('');
    const page = await client.call(`${proxy.url}/login`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'strict-transport-security': expect.stringContaining('max-age='),
    });
    // Sessions are tokens in headers: there is no cookie that could be sent without TLS.
    expect(page.headers['set-cookie']).toBeUndefined();
    const asset = /src="(\/assets\/[^"]+)"/.exec(page.body)?.[1] ?? '';
    expect((await client.call(proxy.url + asset)).headers['content-type']).toContain('javascript');
    expect((await client.call(`${proxy.url}/`)).body).toContain(asset);
    const { host } = new URL(proxy.url);
    const plain = await fetch(`http://localhost:${new URL(proxy.plainUrl).port}/lamp?x=1`, {
      redirect: 'manual',
    });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get('location')).toBe(`https://${host}/lamp?x=1`);
  });

  behind('[DEV-2] a WebSocket and an event stream get a new reading while they stay open', async () => {
    const { token, code } = await proxiedWearer(wayOf(proxy));
    const lamps = [socketLamp(wayOf(proxy), code), await eventLamp(wayOf(proxy), code)];
    await vi.waitFor(() => expect(lamps.every(({ got }) => got.length > 0)).toBe(true));
    const isReading = (text: string) => /"value":\d/.test(text);
    expect(lamps.filter(({ got }) => got.some(isReading))).toEqual([]);
    const site = await serve(nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef' }));
    onTestFinished(site.close);
    const connect = json({ endpoint: site.url, apiSecret: SECRET }, token);
    expect((await world.client.call(proxy.url + connectCalls.nightScout.path, connect)).status).toBe(200);
    await vi.waitFor(() => expect(lamps.every(({ got }) => got.some(isReading))).toBe(true));
    expect(lamps.map(({ isOpen }) => isOpen())).toEqual([true, true]);
  });

  behind('[LOG-4] limits count each client, whatever it sends as X-Forwarded-For', async () => {
    const { client } = world;
    const [guesser, other] = name === 'nginx' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5'];
    const guess = async (from: string | undefined, attempt: number) => {
      const headers = {
        'x-forwarded-for': `203.0.113.${attempt}`,
        authorization: `Bearer AAAAA-${10000 + attempt}`,
      };
      return (await client.call(`${proxy.url}/device/v1/glow`, { headers, ...(from && { from }) })).status;
    };
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS && !statuses.has(429); round += 1) {
      const attempts = Array.from({ length: ATTEMPTS }, (_, attempt) => guess(guesser, attempt));
      for (const status of await Promise.all(attempts)) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([403, 429]);
    expect(await guess(other, ATTEMPTS)).toBe(403);
  });

  behind(
    '[ACC-2] the largest photo is accepted, and one that is too large gets Tealight’s own answer',
    async () => {
      const { headers } = await proxiedWearer(wayOf(proxy));
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const create = { width: 2000, height: 1600, channels: 3, background: 'teal', noise } as const;
      const large = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
      expect(large.length).toBeGreaterThan(0.9 * MAX_PHOTO_BYTES);
      expect(large.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
      const upload = async (photo: Buffer) => {
        const form = new FormData();
        for (const [field, value] of Object.entries({
          firstName: 'Ada',
          lastName: 'Lovelace',
          location: 'GB',
        }))
          form.set(field, value);
        form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
        const sent = new Response(form);
        const body = Buffer.from(await sent.arrayBuffer());
        const type = sent.headers.get('content-type') ?? '';
        const call = { method: 'POST', body, headers: { ...headers, 'content-type': type } };
        return world.client.call(proxy.url + updateProfile.path, call).then(
          ({ status }) => status,
          // The connection may be closed while the client still sends.
          () => 0,
        );
      };
      expect(await upload(large)).toBe(200);
      expect(await upload(Buffer.concat([large, Buffer.alloc(3_000_000)]))).toBe(413);
      expect([0, 413, 502]).toContain(await upload(Buffer.alloc(20_000_000)));
    },
  );

  behind('[OPS-2] pages come back after the proxy was restarted', async () => {
    await proxy.restart();
    await vi.waitFor(async () => {
      expect((await world.client.call(`${proxy.url}/login`)).status).toBe(200);
    });
  });
});

describe('behind nginx', () => {
  test.runIf(canRun && !missing.includes('nginx'))(
    '[DEV-2] open streams outlive the idle timeout of the proxy, because they are never silent for that long',
    async () => {
      const shorter: [string, string] = ['proxy_read_timeout 90s', 'proxy_read_timeout 10s'];
      await using proxy = await openProxy('nginx', [shorter]);
      const { code } = await proxiedWearer(wayOf(proxy));
      // A heartbeat every 2 seconds, well within this timeout, as the usual one every 30 is within that of 90.
      const beating = [
        socketLamp(wayOf(proxy), code, '&heartbeat=1'),
        await eventLamp(wayOf(proxy), code, '2&heartbeat=1'),
      ];
      const silent = await eventLamp(wayOf(proxy), code, '3');
      await vi.waitFor(() => expect(silent.isOpen()).toBe(false));
      const before = beating.map(({ got }) => got.length);
      await vi.waitFor(() =>
        expect(beating.every(({ got }, index) => got.length >= (before[index] ?? 0) + 2)).toBe(true),
      );
      expect(beating.map(({ isOpen }) => isOpen())).toEqual([true, true]);
    },
  );
});

// Last: they stop the nodes.
describe('behind either proxy', () => {
  const started = async () => {
    const names = (['nginx', 'caddy'] as const).filter((name) => !missing.includes(name));
    return Promise.all(names.map((name) => openProxy(name)));
  };
  const some = test.runIf(canRun && missing.length < 2);

  some('[OPS-2] pages come back after one of two nodes was killed', async () => {
    const proxies = await started();
    for (const proxy of proxies) resources.use(proxy);
    await world.nodes.one.kill();
    for (const { url } of proxies) {
      await vi.waitFor(async () => {
        const calls = Array.from({ length: 10 }, () => world.client.call(`${url}/login`));
        expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
      });
    }
    await world.nodes.other.kill();
    for (const { url, log } of proxies) {
      const lost = await world.client.call(`${url}/device/v1/glow?code=SECRE-T0000`);
      expect([502, 503, 504]).toContain(lost.status);
      // The proxy may log after it has answered.
      await vi.waitFor(() => expect(log()).toMatch(/\/device\/v1\/glow 50|"status":50/));
      expect(log()).not.toMatch(TOKEN);
      expect(log()).not.toContain('SECRE');
    }
  });
});
