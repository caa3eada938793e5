import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { sgvs, sha1, withDisplays } from '../../../test/nightscout-client.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// The requests of each program, as in its code, and the fields that it reads from the answers.
describe('[DEV-4] programs made for Nightscout', () => {
  eachEngine((open) => {
    test('AAPS (NSClientV3) signs in, reads its permissions, and reads entries through API v3', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      // NSAuthInterceptor: the first request has an empty token, and `Date` in milliseconds.
      const with_ = (jwt: string) => ({
        date: String(Date.now()),
        authorization: `Bearer ${jwt}`.trim(),
        'accept-encoding': 'gzip',
        'user-agent': 'okhttp/5.3.2',
      });
      expect((await get('/api/v3/status', with_(''))).status).toBe(401);
      const { token } = (await get(`/api/v2/authorization/request/${code}`)).json();
      const aaps = (path: string) => get(path, with_(token));
      const status = (await aaps('/api/v3/status')).json().result;
      // RemoteStatusResponse: none of these may be missing.
      expect(status).toMatchObject({
        version: expect.stringMatching(/^15\./),
        apiVersion: expect.stringMatching(/^3\./),
        srvDate: expect.any(Number),
        storage: { storage: expect.any(String), version: expect.any(String) },
      });
      const six = ['devicestatus', 'entries', 'food', 'profile', 'settings', 'treatments'];
      expect(status.apiPermissions).toEqual(Object.fromEntries(six.map((name) => [name, 'r'])));
      const { collections } = (await aaps('/api/v3/lastModified')).json().result;
      const since = Date.now() - 18 * MINUTE;
      const first = (await aaps(`/api/v3/entries?sort=date&date$gt=${since}&limit=500`)).json().result;
      expect(sgvs(first)).toEqual([140, 131, 122, 115]);
      expect(first[0]).toMatchObject({
        type: 'sgv',
        device: expect.any(String),
        direction: 'Flat',
        isValid: true,
        identifier: expect.any(String),
        utcOffset: 0,
        filtered: 0,
        unfiltered: 0,
        noise: 1,
        date: expect.any(Number),
        srvModified: expect.any(Number),
        srvCreated: expect.any(Number),
      });
      expect(collections.entries).toBe(first.at(-1).date);
      const history = await aaps(`/api/v3/entries/history/${first[1].date}?limit=500`);
      expect(sgvs(history.json().result)).toEqual([122, 115]);
      // NSAndroidClientImpl cuts the number out of this tag.
      expect(history.headers.etag?.slice(3, -1)).toBe(String(collections.entries));
      const nothing = await aaps(`/api/v3/entries/history/${collections.entries}?limit=500`);
      expect([nothing.json().result, nothing.headers.etag?.startsWith('W/"1')]).toEqual([[], false]);
      for (const path of [
        '/api/v3/treatments?sort=created_at&created_at$gt=2026-01-01T00:00:00.000Z&limit=500',
        '/api/v3/treatments/history/1?limit=500',
        '/api/v3/devicestatus/history/1',
        '/api/v3/food?limit=1000',
        '/api/v3/profile/history/1?limit=10',
        '/api/v3/profile?sort$desc=date&limit=1',
      ]) {
        expect([path, (await aaps(path)).json()]).toEqual([path, { status: 200, result: [] }]);
      }
      expect((await aaps('/socket.io/?EIO=4&transport=polling')).status).toBe(404);
    });

    test('xDrip+ reads entries with the hashed code, and asks for those after its newest reading', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      const xdrip = {
        'api-secret': sha1(code),
        'user-agent': 'xDrip+ 2026.08',
        'accept-encoding': 'gzip',
      };
      const first = (await get(`/api/v1/entries.json?count=10&rr=${Date.now()}`, xdrip)).json();
      expect(sgvs(first)).toEqual([115, 122, 131, 140, 150]);
      expect(first[0]).toMatchObject({ date: expect.any(Number), unfiltered: 0, filtered: 0, noise: 1 });
      const since = first[2].date;
      const newer = await get(`/api/v1/entries.json?count=2880&find[date][$gt]=${since}&rr=1`, xdrip);
      expect(sgvs(newer.json())).toEqual([115, 122]);
      const status = (await get('/api/v1/status.json', xdrip)).json();
      expect(status.version).toMatch(/^15\./);
      expect((await get('/api/v1/treatments.json?count=1', xdrip)).json()).toEqual([]);
    });

    test('LoopFollow checks its token, reads a day for its chart, and two weeks for its statistics', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      const status = (await get(`/api/v1/status.json?token=${code}`)).json();
      expect(status.authorized.token).toEqual(expect.any(String));
      expect(status.authorized.permissionGroups.flat()).not.toContain('*');
      const parameters = (more: Record<string, string>) =>
        new URLSearchParams({ token: code, 'find[type][$ne]': 'cal', ...more });
      const day = parameters({ count: '1152', 'find[date][$gte]': String(Date.now() - 2 * DAY) });
      const rows = (await get(`/api/v1/entries.json?${day}`)).json();
      expect(rows[0]).toMatchObject({ sgv: 115, date: expect.any(Number), direction: 'Flat' });
      expect(rows).toHaveLength(5);
      const from = new Date(Date.now() - 14 * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
      const weeks = parameters({ count: '8064', 'find[dateString][$gte]': from });
      expect((await get(`/api/v1/entries.json?${weeks}`)).json()).toHaveLength(5);
      for (const path of ['devicestatus', 'treatments', 'profiles'])
        expect((await get(`/api/v1/${path}.json?token=${code}&count=5`)).json()).toEqual([]);
      expect((await get(`/api/v1/profile/current?token=${code}`)).text).toBe('null');
      expect((await get(`/api/v2/properties/dbsize?token=${code}`)).json()).toEqual({});
    });

    test('Nightguard reads the unit, the properties, and periods with decimals in the times', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      expect((await get(`/api/v1/status.json?token=${code}`)).json().settings.units).toBe('mg/dl');
      const all = (await get(`/api/v2/properties?token=${code}`)).json();
      expect(all.bgnow).toMatchObject({
        last: 115,
        mills: expect.any(Number),
        sgvs: [{ direction: 'Flat' }],
      });
      expect(all.delta).toMatchObject({ display: '-7', mgdl: -7 });
      const query = new URLSearchParams({
        token: code,
        'find[date][$gt]': `${Date.now() - 12 * MINUTE}.0`,
        'find[date][$lte]': `${Date.now()}.0`,
        count: '1440',
      });
      expect(sgvs((await get(`/api/v1/entries.json?${query}`)).json())).toEqual([115, 122, 131]);
      expect(sgvs((await get(`/api/v1/entries.json?token=${code}&count=20`)).json())).toHaveLength(5);
      expect((await get(`/api/v1/devicestatus.json?token=${code}&count=5`)).json()).toEqual([]);
    });

    test('Loop and Trio (Nightscout remote CGM) search by dateString, Trio for a day and more', async () => {
      await using displays = await withDisplays(await open());
      const { get, json } = displays;
      const iso = (ago: number) => new Date(Date.now() - ago).toISOString();
      const loop = new URLSearchParams({
        'find[dateString][$gte]': iso(12 * MINUTE),
        'find[dateString][$lte]': iso(0),
        count: '288',
      });
      const rows = (await get(`/api/v1/entries?${loop}`, json)).json();
      expect(rows[0]).toMatchObject({
        _id: expect.stringMatching(/^[\da-f]{24}$/),
        sgv: 115,
        direction: 'Flat',
        date: expect.any(Number),
        dateString: expect.any(String),
        device: expect.any(String),
      });
      expect(sgvs(rows)).toEqual([115, 122, 131]);
      const trio = new URLSearchParams({ count: '1600', 'find[dateString][$gte]': iso(DAY) });
      expect(sgvs((await get(`/api/v1/entries/sgv.json?${trio}`, json)).json())).toHaveLength(5);
      expect((await get('/api/v1/experiments/test', json)).status).toBe(401);
    });

    test('Home Assistant (py-nightscout) reads the status at set-up and sgv.json every minute', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      const home = {
        'api-secret': sha1(code),
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Python/3.13 aiohttp/3.12.15',
      };
      const status = (await get('/api/v1/status.json', home)).json();
      expect(status).toMatchObject({ status: 'ok', name: expect.any(String), settings: expect.any(Object) });
      const [entry] = (await get('/api/v1/entries/sgv.json', home)).json();
      expect(entry).toMatchObject({ sgv: 115, delta: -7, direction: 'Flat', device: 'tealight' });
      expect(new Date(entry.dateString).getTime()).toBe(entry.date);
    });

    test('menu bars read the buckets of the last twenty minutes', async () => {
      await using displays = await withDisplays(await open());
      const { get, code } = displays;
      const path = `/api/v2/properties/bgnow,buckets,delta,direction?token=${code}`;
      const { buckets, bgnow } = (await get(path)).json();
      expect(buckets.map(({ mean }: { mean: number }) => mean)).toEqual([115, 122, 131, 140]);
      expect(buckets[0]).toMatchObject({ index: 0, last: 115, mills: bgnow.mills, sgvs: bgnow.sgvs });
      expect(buckets[0].toMills - buckets[0].fromMills).toBe(5 * MINUTE);
    });
  });
});
