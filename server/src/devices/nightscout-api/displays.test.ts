import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { sgvs, withDisplays } from '../../../test/nightscout-client.ts';

const MINUTE = 60_000;

describe('[DEV-4] displays made for Nightscout', () => {
  eachEngine((open) => {
    test('xDrip+ sends the code in front of the host, hashed, and an unknown parameter rr', async () => {
      const { testServer, get, json } = await withDisplays(await open());
      const since = Date.now() - 12 * MINUTE;
      const first = await get(`/api/v1/entries.json?count=10&rr=${Date.now()}`, {
        'api-secret': json['api-secret'],
      });
      expect(sgvs(first.json())).toEqual([115, 122, 131, 140, 150]);
      const newer = await get(`/api/v1/entries.json?count=2880&find[date][$gt]=${since}&rr=1`, json);
      expect(sgvs(newer.json())).toEqual([115, 122, 131]);
      expect((await get('/api/v1/devicestatus.json?count=1', json)).json()).toEqual([]);
      await testServer[Symbol.asyncDispose]();
    });

    test('xDrip4iOS and Trio ask for sgv.json, with a token or a date as text', async () => {
      const { testServer, get, code, json } = await withDisplays(await open());
      expect(sgvs((await get(`/api/v1/entries/sgv.json?count=3&token=${code}`)).json())).toEqual([
        115, 122, 131,
      ]);
      const since = new Date(Date.now() - 8 * MINUTE).toISOString();
      const trio = await get(
        `/api/v1/entries/sgv.json?count=1600&find%5BdateString%5D%5B%24gte%5D=${since}`,
        json,
      );
      expect(sgvs(trio.json())).toEqual([115, 122]);
      expect((await get('/api/v1/experiments/test', json)).status).toBe(401);
      await testServer[Symbol.asyncDispose]();
    });

    test('Nightguard asks with decimals in dates, and for properties', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      const [from, until] = [Date.now() - 12 * MINUTE, Date.now()];
      const path = `/api/v1/entries.json?find[date][$gt]=${from}.5&find[date][$lte]=${until}.0&count=1440&token=${code}`;
      expect(sgvs((await get(path)).json())).toEqual([115, 122, 131]);
      const properties = (await get(`/api/v2/properties?token=${code}`)).json();
      expect(properties).toMatchObject({
        bgnow: { last: 115, sgvs: [{ direction: 'Flat', mgdl: 115, scaled: 115 }] },
        delta: { display: '-7', mgdl: -7, interpolated: false },
        direction: { value: 'Flat', label: '→', entity: '&#8594;' },
      });
      await testServer[Symbol.asyncDispose]();
    });

    test('Loop and the Ulanzi clock leave out .json, but accept JSON', async () => {
      const { testServer, get, json } = await withDisplays(await open());
      const [from, until] = [Date.now() - 30 * MINUTE, Date.now()];
      const clock = await get(
        `/api/v1/entries?find[date][$gt]=${from}&find[date][$lte]=${until}&count=30`,
        json,
      );
      expect(clock.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(clock.json()[0]).toMatchObject({
        sgv: 115,
        trend: 4,
        direction: 'Flat',
        type: 'sgv',
        device: 'tealight',
      });
      const iso = (at: number) => new Date(at).toISOString().replace('Z', '+0000');
      const loop = await get(
        `/api/v1/entries?find[dateString][$gte]=${iso(from)}&find[dateString][$lte]=${iso(until)}&count=2`,
        json,
      );
      expect(sgvs(loop.json())).toEqual([115, 122]);
      await testServer[Symbol.asyncDispose]();
    });

    test('G-Watch splits a text at its tabs, and understands 304', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      const text = await get(`/api/v1/entries/current?token=${code}`);
      expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
      const [iso, date, sgv, direction] = text.text.split('\t');
      expect([JSON.parse(iso ?? ''), sgv, direction]).toEqual([
        new Date(Number(date)).toISOString(),
        '115',
        '"Flat"',
      ]);
      const again = await get(`/api/v1/entries/current?token=${code}`, {
        'if-modified-since': text.headers['last-modified'] ?? '',
      });
      expect([again.status, again.text]).toEqual([304, '']);
      await testServer.keep(118);
      const newer = await get(`/api/v1/entries/current?token=${code}`, {
        'if-modified-since': text.headers['last-modified'] ?? '',
      });
      expect(newer.text.split('\t')[2]).toBe('118');
      await testServer[Symbol.asyncDispose]();
    });

    test('Home Assistant needs the status with settings, and entries without any parameter', async () => {
      const { testServer, get, json } = await withDisplays(await open());
      expect((await get('/api/v1/status.json', json)).json()).toMatchObject({
        status: 'ok',
        name: 'tealight',
        apiEnabled: true,
        authorized: null,
        settings: {
          units: 'mg/dl',
          thresholds: { bgHigh: 250, bgTargetTop: 180, bgTargetBottom: 70, bgLow: 54 },
        },
      });
      const entries = (await get('/api/v1/entries/sgv.json', json)).json();
      expect(entries[0]).toMatchObject({ sgv: 115, delta: -7, direction: 'Flat', device: 'tealight' });
      await testServer[Symbol.asyncDispose]();
    });

    test('GlucoDataHandler and Pebble watches get text in the unit they ask for', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      expect((await get(`/pebble?token=${code}`)).json()).toMatchObject({
        status: [{ now: expect.any(Number) }],
        bgs: [{ sgv: '115', trend: 4, direction: 'Flat', bgdelta: -7 }],
        cals: [],
      });
      const mmol = (await get(`/pebble?count=3&units=mmol&token=${code}`)).json();
      expect(mmol.bgs.map(({ sgv, bgdelta }: { sgv: string; bgdelta?: string }) => [sgv, bgdelta])).toEqual([
        ['6.4', '-0.4'],
        ['6.8', undefined],
        ['7.3', undefined],
      ]);
      await testServer[Symbol.asyncDispose]();
    });

    test('watches that use xDrip’s local service get its short rows', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      const brief = (await get(`/sgv.json?count=2&brief_mode=Y&token=${code}`)).json();
      expect(Object.keys(brief[0])).toEqual(['date', 'sgv', 'delta', 'direction', 'noise', 'units_hint']);
      expect(brief[1].units_hint).toBeUndefined();
      expect((await get(`/sgv.json?count=1&token=${code}`)).json()[0]).toMatchObject({
        type: 'sgv',
        units_hint: 'mgdl',
      });
      await testServer[Symbol.asyncDispose]();
    });

    test('Zepp asks for the status without .json, LoopFollow for the permissions of its token', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      const zepp = { 'content-type': 'application/json' };
      expect((await get(`/api/v1/status?token=${code}`, zepp)).json()).toMatchObject({
        status: 'ok',
        version: '15.0.7',
      });
      const { authorized } = (await get(`/api/v1/status.json?token=${code}`)).json();
      expect(authorized).toMatchObject({
        token: expect.stringMatching(/^ey.*\..*\./),
        permissionGroups: [['*:*:read'], ['*:*:read']],
      });
      await testServer[Symbol.asyncDispose]();
    });

    test('GlucoseBar and AAPS exchange the code for a token and read API v3', async () => {
      const { testServer, get, code } = await withDisplays(await open());
      const { token } = (await get(`/api/v2/authorization/request/${code}`)).json();
      const bearer = { authorization: `Bearer ${token}` };
      const bar = await get(
        '/api/v3/entries?sort%24desc=date&fields=sgv%2Ctrend%2Cdirection%2Cdate%2Cidentifier&limit=2',
        bearer,
      );
      expect(bar.json()).toMatchObject({
        status: 200,
        result: [{ sgv: 115, direction: 'Flat', trend: 4 }, { sgv: 122 }],
      });
      expect(Object.keys(bar.json().result[0]).sort()).toEqual([
        'date',
        'direction',
        'identifier',
        'sgv',
        'trend',
      ]);
      expect((await get('/api/v3/status', bearer)).json().result.apiPermissions).toEqual(
        Object.fromEntries(
          ['devicestatus', 'entries', 'food', 'profile', 'settings', 'treatments'].map((name) => [name, 'r']),
        ),
      );
      const since = Date.now() - 12 * MINUTE;
      const history = await get(`/api/v3/entries/history/${since}`, bearer);
      expect(sgvs(history.json().result)).toEqual([131, 122, 115]);
      expect(history.headers.etag).toBe(`W/"${history.json().result[2].srvModified}"`);
      const one = history.json().result[2].identifier;
      expect((await get(`/api/v3/entries/${one}`, bearer)).json().result).toMatchObject({ sgv: 115 });
      expect((await get('/api/v3/lastModified', bearer)).json().result.collections.entries).toBe(
        history.json().result[2].date,
      );
      const aaps = await get(`/api/v3/entries?sort=date&date$gt=${since}&limit=2`, bearer);
      expect(sgvs(aaps.json().result)).toEqual([131, 122]);
      await testServer[Symbol.asyncDispose]();
    });
  });
});
