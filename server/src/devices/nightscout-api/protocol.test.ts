import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { sendRequest, sgvs, withDisplays } from '../../../test/nightscout-client.ts';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { encodingFor } from './response-body.ts';

describe('[DEV-4] the protocol of Nightscout', () => {
  eachEngine((open) => {
    test('every path answers HEAD like GET without a body, and OPTIONS', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, code } = displays;
      for (const path of [
        '/api/v1/entries.json',
        '/api/v1/entries/sgv.json',
        '/api/v1/status',
        '/api/v1/verifyauth',
        '/api/v2/properties',
        `/api/v2/authorization/request/${code}`,
        '/api/v3/version',
        '/api/v3/status',
        '/api/v3/lastModified',
        '/api/v3/entries',
        '/api/v3/entries/history/1',
        '/api/v3/treatments',
        '/pebble',
        '/sgv.json',
      ]) {
        const headers = { 'api-secret': code };
        const got = await sendRequest(testServer, path, { headers });
        const head = await sendRequest(testServer, path, { method: 'HEAD', headers });
        expect([path, head.status, head.text]).toEqual([path, got.status, '']);
        expect([path, head.headers['content-type']]).toEqual([path, got.headers['content-type']]);
        expect([path, (await sendRequest(testServer, path, { method: 'OPTIONS' })).status]).toEqual([
          path,
          204,
        ]);
      }
    });

    test('the status has a format for each file extension, and without one it is a page unless JSON is requested', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      const status = async (ending: string, accept?: string) => {
        const answer = await get(`/api/v1/status${ending}?token=${code}`, accept ? { accept } : {});
        return [answer.status, answer.headers['content-type']?.split(';')[0], answer.text] as const;
      };
      expect(await status('', '*/*')).toEqual([200, 'text/html', '<h1>STATUS OK</h1>']);
      expect(await status('')).toEqual(await status('', '*/*'));
      expect(await status('', 'text/plain')).toEqual([200, 'text/plain', 'STATUS OK']);
      expect(await status('.txt')).toEqual([200, 'text/plain', 'STATUS OK']);
      expect((await status('', 'application/json, text/plain, */*'))[1]).toBe('application/json');
      expect((await status('.json', '*/*'))[1]).toBe('application/json');
      const [, type, script] = await status('.js');
      expect([type, script.startsWith('this.serverSettings = {"status":"ok"')]).toEqual([
        'text/javascript',
        true,
      ]);
      const badge = await get(`/api/v1/status.svg?token=${code}`);
      expect([badge.status, badge.headers['referrer-policy']]).toEqual([302, 'no-referrer']);
      expect(badge.headers.location).not.toContain(code);
    });

    test('a day is compressed for clients that accept it, with the same ETag for the same content', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, get, json } = displays;
      for (let index = 5; index < 293; index += 1)
        await testServer.keep(100 + (index % 90), (index * 5 + 1) * MINUTE);
      const path = '/api/v1/entries/sgv.json?count=288';
      const plain = await get(path, json);
      const gzip = await get(path, { ...json, 'accept-encoding': 'gzip, deflate' });
      const brotli = await get(path, { ...json, 'accept-encoding': 'gzip, deflate, br' });
      expect(plain.json()).toHaveLength(288);
      expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
      ]);
      expect([gzip.text, brotli.text]).toEqual([plain.text, plain.text]);
      expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 6);
      expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(1);
      expect(plain.headers.vary).toContain('accept-encoding');
      const again = await get(path, { ...json, 'if-none-match': gzip.headers.etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    });

    test('an answer that contains a token is never compressed', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      for (const path of [`/api/v1/status.json?token=${code}`, `/api/v2/authorization/request/${code}`]) {
        const answer = await get(path, { 'accept-encoding': 'gzip, br' });
        expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 200, undefined]);
      }
    });

    test('a new reading is in the next answer, in every format', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, get, json } = displays;
      const newest = async () => [
        (await get('/api/v1/entries.json?count=1', json)).json()[0].sgv,
        (await get('/api/v1/entries/sgv.json?count=288', json)).json()[0].sgv,
        (await get('/sgv.json?count=2', json)).json()[0].sgv,
        (await get('/api/v3/entries?sort$desc=date&limit=1', json)).json().result[0].sgv,
        (await get('/api/v3/entries/history/1', json)).json().result.at(-1).sgv,
      ];
      expect(await newest()).toEqual([115, 115, 115, 115, 115]);
      await testServer.keep(99);
      expect(await newest()).toEqual([99, 99, 99, 99, 99]);
      await testServer.store.readings.remove(testServer.ada);
      testServer.store.changes.publish(testServer.ada, 'range');
      expect((await get('/api/v1/entries.json', json)).json()).toEqual([]);
    });

    test('[DEV-4] a reading of a source whose clock is ahead by up to two minutes is in the next answer of every version, one further ahead in none', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, get, json } = displays;
      const newest = async () => [
        (await get('/api/v1/entries.json?count=1', json)).json()[0].sgv,
        (await get('/pebble', json)).json().bgs[0].sgv,
        (await get('/api/v3/entries?sort$desc=date&limit=1', json)).json().result[0].sgv,
        (await get('/api/v3/entries/history/1', json)).json().result.at(-1).sgv,
      ];
      const lastModified = async () =>
        (await get('/api/v3/lastModified', json)).json().result.collections.entries - Date.now();
      expect(await lastModified()).toBeLessThan(0);
      await testServer.keep(99, -90 * SECOND);
      expect(await newest()).toEqual([99, '99', 99, 99]);
      expect(await lastModified()).toBeGreaterThan(60 * SECOND);
      await testServer.keep(98, -3 * MINUTE);
      expect(await newest()).toEqual([99, '99', 99, 99]);
      expect(await lastModified()).toBeLessThan(2 * MINUTE);
    });

    test('API v3 limits, skips, filters and sorts, and rejects invalid parameters', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, get, json } = displays;
      const search = async (query: string) => (await get(`/api/v3/entries?${query}`, json)).json();
      const found = async (query: string) => sgvs((await search(query)).result);
      expect(await found('')).toEqual([150, 140, 131, 122, 115]);
      expect(await found('sort$desc=date&limit=2&skip=1')).toEqual([122, 131]);
      expect(await found('sort=date&limit=2&skip=1')).toEqual([140, 131]);
      expect(await found('sort$desc=date&limit=2&sgv$gte=131')).toEqual([131, 140]);
      expect(await found('type=mbg')).toEqual([]);
      expect(await found('sgv$in=115|150')).toEqual([150, 115]);
      for (const [query, message] of [
        ['limit=1001', 'Parameter limit out of tolerance'],
        ['limit=0', 'Parameter limit out of tolerance'],
        ['limit=many', 'Parameter limit out of tolerance'],
        ['skip=-1', 'Parameter skip out of tolerance'],
        ['sort=date&sort$desc=date', 'Parameters sort and sort_desc cannot be combined'],
        ['sgv$about=5', 'Unsupported filter operator about'],
      ] as const)
        expect([query, await search(query)]).toEqual([query, { status: 400, message }]);
      expect((await get('/api/v3/entries/history/soon', json)).status).toBe(400);
      expect((await get('/api/v3/entries/history', json)).status).toBe(400);
      const since = new Date(Date.now() - 12 * MINUTE).toUTCString();
      const history = await get('/api/v3/entries/history?limit=2', { ...json, 'last-modified': since });
      expect(sgvs(history.json().result)).toEqual([131, 122]);
      expect(Date.parse(history.headers['last-modified'] ?? '')).toBeLessThan(Date.now());
      expect((await get('/api/v3/settings', json)).json()).toEqual({
        status: 403,
        message: 'Missing permission api:settings:admin',
      });
      expect((await get('/api/v3/nothing', json)).json()).toEqual({
        status: 404,
        message: 'Bad operation or collection',
      });
      const post = await sendRequest(testServer, '/api/v3/entries', {
        method: 'POST',
        headers: { ...json, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(post.json()).toEqual({ status: 403, message: 'Missing permission api:entries:create' });
    });

    test('[DEV-2] two weeks are readable only after the wearer lets displays read everything', async () => {
      await using displays = await withDisplays(await open());
      const { testServer, get, json } = displays;
      const start = Date.now() - 14 * 24 * 60 * MINUTE;
      const readings = Array.from({ length: 14 * 288 }, (_, index) => ({
        wearerId: testServer.ada,
        takenAt: start + index * 5 * MINUTE,
        mgdl: 110,
        trend: 'steady' as const,
      }));
      await testServer.store.readings.add(readings);
      testServer.store.changes.publish(testServer.ada, 'readings');
      const all = `/api/v1/entries.json?count=8064&find[date][$gte]=${start}`;
      const count = async () => (await get(all, json)).json().length;
      expect(await count()).toBeLessThan(10 * 288 + 10);
      await testServer.store.displaySettings.save(testServer.ada, { history: 'all' });
      testServer.store.changes.publish(testServer.ada, 'devices');
      expect(await count()).toBe(14 * 288 + 5);
      const oldest = (await get('/api/v3/entries?sort=date&date$gt=1&limit=3', json)).json().result;
      expect(oldest.map(({ date }: { date: number }) => date)).toEqual(
        readings.slice(0, 3).map(({ takenAt }) => takenAt),
      );
      await testServer.store.displaySettings.save(testServer.ada, { history: 'ten-days' });
      testServer.store.changes.publish(testServer.ada, 'devices');
      expect(await count()).toBeLessThan(10 * 288 + 10);
    });
  });
});

test.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate, identity', null],
  ['gzip;q=0.0', null],
])('of the encodings %s the server chooses %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
