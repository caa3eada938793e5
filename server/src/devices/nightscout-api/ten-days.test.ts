import { whatCodeOpens } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { openTestServer } from '../../../test/device-server.ts';
import { eachEngine } from '../../../test/engines.ts';
import { sendRequest } from '../../../test/nightscout-client.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';
import { toEntries } from './entries/entry.ts';

describe('[DEV-2] a reading older than ten days', () => {
  eachEngine((open) => {
    test('is in no format, and the page says so', async () => {
      const store = await open();
      await using testServer = await openTestServer(store);
      const code = await testServer.code();
      await testServer.keep(217, 10 * DAY + MINUTE);
      const old = await store.readings.since(testServer.ada, 0);
      const [entry] = toEntries(testServer.ada, old, 1);
      const at = entry?.date ?? 0;
      const paths = [
        '/api/v1/entries.json?count=0&find[date][$gt]=0',
        `/api/v1/entries.json?find[date]=${at}`,
        `/api/v1/entries/${entry?._id}.json`,
        '/api/v1/entries/current.json',
        '/api/v1/entries/sgv.txt?count=100',
        '/api/v2/properties',
        '/pebble?count=100',
        '/sgv.json?count=100',
        '/api/v3/entries?limit=1000',
        `/api/v3/entries/${entry?._id}`,
        '/api/v3/entries/history/1',
        '/api/v3/lastModified',
      ];
      const bodies = () =>
        Promise.all(
          paths.map(
            async (path) => (await sendRequest(testServer, path, { headers: { 'api-secret': code } })).text,
          ),
        );
      for (const [index, body] of (await bodies()).entries()) {
        expect([paths[index], /\b(217|12\.1)\b/.test(body), body.includes(String(at))]).toEqual([
          paths[index],
          false,
          false,
        ]);
      }
      await testServer.keep(133, 10 * DAY - MINUTE);
      expect((await bodies())[0]).toContain('133');
      expect(whatCodeOpens).toContain('last 10 days');
    });
  });
});
