import { connect } from 'node:net';
import { currentUser, saveDisplaySettings } from '@tealight/contract';
import { expect, test, vi } from 'vitest';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { realProcess } from '../support/real-process.ts';

const secret = 'twelve-or-more';
const DAY_MS = 24 * 60 * 60_000;

type Row = { sgv: number; date: number };

test('[DEV-4] displays read the readings that the server has read from a site whose entries have no type', async () => {
  await using tealight = await realProcess();
  const site = await serve(nightscoutSite({ secret, token: 'reader-0123456789abcdef', scenario: 'untyped' }));
  try {
    const { url } = tealight;
    const { token } = await connectedWearer(url, { endpoint: site.url, apiSecret: secret });
    const mine = await fetch(url + currentUser.path, { headers: { authorization: `Bearer ${token}` } });
    const code = /"connectionCode":"(\w+)"/.exec(await mine.text())?.[1] ?? '';
    const rows = async (query: string): Promise<Row[]> =>
      (await fetch(`${url}/api/v1/entries.json?${query}`, { headers: { 'api-secret': code } })).json();
    await vi.waitFor(async () => expect((await rows('count=288')).length).toBeGreaterThan(250), {
      interval: 300,
    });
    const hour = (await rows('count=12')).map(({ date }) => date);
    const gaps = hour.slice(1).map((date, index) => (hour[index] ?? 0) - date);
    expect(Math.max(...gaps)).toBeLessThan(11 * 60_000);
    const weeks = `count=8064&find[date][$gte]=${Date.now() - 14 * DAY_MS}`;
    expect((await rows(weeks)).length).toBeLessThan(2900);
    await send(url + saveDisplaySettings.path, { history: 'all' }, token);
    await vi.waitFor(async () => expect((await rows(weeks)).length).toBeGreaterThan(3600), { interval: 300 });
    const v3 = await fetch(`${url}/api/v3/status`, { headers: { authorization: `Bearer ${code}` } });
    expect(Object.keys((await v3.json()).result.apiPermissions)).toHaveLength(6);
    const packed = await fetch(`${url}/api/v1/entries/sgv.json?count=288`, {
      headers: { 'api-secret': code, 'accept-encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
    expect(await upgraded(url)).not.toContain(' 101 ');
  } finally {
    await site.close();
  }
});

/** What the server sends to a Nightscout socket, until it closes. */
function upgraded(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    socket.on('close', () => resolve(heard)).on('error', reject);
    socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: tealight\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  });
}
