import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { fillingIn } from '../../../test/filling-in.ts';
import { sgvs, withDisplays } from '../../../test/nightscout-client.ts';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Store } from '../../store/store.ts';

type Document = { date: number; sgv: number; srvModified: number; identifier: string };

/** Ada's display, and what fills readings in. */
async function withFilling(store: Store) {
  const displays = await withDisplays(store);
  const { get, json, testServer } = displays;
  const fill = await fillingIn(store, testServer.ada);
  const read = async (path: string): Promise<Document[]> => (await get(path, json)).json().result;
  return {
    ...displays,
    [Symbol.asyncDispose]: displays[Symbol.asyncDispose],
    read,
    async fill(minutesAgo: readonly number[], mgdl: number) {
      const now = Date.now();
      await fill(
        minutesAgo.map((minutes) => now - minutes * MINUTE),
        mgdl,
      );
      store.changes.publish(testServer.ada, 'readings');
    },
    lastModified: async (): Promise<number> =>
      (await get('/api/v3/lastModified', json)).json().result.collections.entries,
    /** Reads the history in pages until there is no more, like AAPS: from the time in the tag of each page on. */
    async pages(since: number, limit: number): Promise<Document[][]> {
      const all: Document[][] = [];
      for (let at = since; all.length < 2000; ) {
        const page = await get(`/api/v3/entries/history/${at}?limit=${limit}`, json);
        const { result } = page.json();
        if (result.length === 0) return all;
        all.push(result);
        at = Number(page.headers.etag?.slice(3, -1));
      }
      throw new Error('the history does not end');
    },
    /** The same with the header, which has whole seconds. */
    async headerPages(since: number, limit: number): Promise<Document[]> {
      const all = new Map<number, Document>();
      for (let at = new Date(since).toUTCString(); ; ) {
        const page = await get(`/api/v3/entries/history?limit=${limit}`, { ...json, 'last-modified': at });
        for (const one of page.json().result) all.set(one.date, one);
        const next = page.headers['last-modified'] ?? at;
        if (next === at) return [...all.values()];
        at = next;
      }
    },
  };
}

const datesOf = (documents: readonly Document[]) => documents.map(({ date }) => date);
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

describe('[DEV-4] a reading that is filled in after newer ones', () => {
  eachEngine((open) => {
    test('is in the version 3 history of a client that is past its time, once', async () => {
      await using displays = await withFilling(await open());
      const { read, fill, lastModified, testServer } = displays;
      const since = await lastModified();
      expect(await read(`/api/v3/entries/history/${since}`)).toEqual([]);
      await fill([35.5], 88);
      const later = await lastModified();
      expect(later).toBeGreaterThan(since);
      // With it the readings of the quarter of an hour after it, whose change may be another one now.
      const found = await read(`/api/v3/entries/history/${since}`);
      expect(sgvs(found)).toEqual([88, 150]);
      expect(found.map(({ srvModified }) => srvModified)).toEqual([later, later]);
      expect((await read(`/api/v3/entries/${found[0]?.identifier}`)) as unknown).toMatchObject({
        srvModified: later,
      });
      expect(sgvs(await read(`/api/v3/entries?srvModified$gt=${since}`))).toEqual([88, 150]);
      expect(sgvs(await read(`/api/v3/entries?srvModified$gt=${later}`))).toEqual([]);
      expect(sgvs(await read(`/api/v3/entries?srvModified$lte=${since}`))).toEqual([140, 131, 122, 115]);
      expect(await read(`/api/v3/entries/history/${later}`)).toEqual([]);
      await testServer.keep(99);
      expect(sgvs(await read(`/api/v3/entries/history/${later}`))).toEqual([99]);
    });

    test('makes no client miss the next reading, although that is older than the moment of filling in', async () => {
      await using displays = await withFilling(await open());
      const { read, fill, lastModified, testServer } = displays;
      await fill([13.5], 88);
      const since = await lastModified();
      await testServer.keep(101, 25 * SECOND);
      expect(sgvs(await read(`/api/v3/entries/history/${since}`))).toEqual([101]);
    });

    test('is found by clients of versions 1 and 2 that ask whether something was modified, and is then known to them', async () => {
      await using displays = await withFilling(await open());
      const { get, json, fill, testServer } = displays;
      const path = '/api/v1/entries.json?count=100';
      const since = (await get(path, json)).headers['last-modified'] ?? '';
      const asked = (at: string, asks = path) => get(asks, { ...json, 'if-modified-since': at });
      expect((await asked(since)).status).toBe(304);
      await fill([13.5], 88);
      const filled = await asked(since);
      expect([filled.status, sgvs(filled.json())]).toEqual([200, [115, 122, 131, 88, 140, 150]]);
      const later = filled.headers['last-modified'] ?? '';
      expect((await asked(later)).status).toBe(304);
      // The newest reading alone has no other change; the one after the new reading has.
      expect((await asked(since, '/api/v1/entries.json?count=3')).status).toBe(200);
      await fill([3000], 89);
      expect((await asked(later)).status).toBe(200);
      await testServer.keep(99);
      const newest = await asked(later);
      expect(newest.json()[0].sgv).toBe(99);
      expect((await asked(newest.headers['last-modified'] ?? '')).status).toBe(304);
    });

    test.each([
      ['few', 60, 1],
      ['few', 60, 7],
      ['more than are cached', 1500, 100],
      ['more than are cached', 1500, 999],
    ])(
      'is on one page of a history of %s (%i readings, %i on a page), and the pages end',
      async (_, count, limit) => {
        await using displays = await withFilling(await open());
        const { fill, lastModified, pages, headerPages, read } = displays;
        const since = await lastModified();
        const minutes = Array.from({ length: count }, (_, index) => 60.5 + index * 5);
        for (let start = 0; start < count; start += 500) await fill(minutes.slice(start, start + 500), 90);
        const read_ = await pages(since, limit);
        const found = read_.flat();
        expect(found.filter(({ sgv }) => sgv === 90)).toHaveLength(count);
        expect(new Set(datesOf(found)).size).toBe(found.length);
        const modified = found.map(({ srvModified }) => srvModified);
        expect(modified).toEqual(ascending(modified));
        // A page is longer only by those that share the last modified time: a hundredth of 500, and a few after them.
        expect(Math.max(...read_.map(({ length }) => length))).toBeLessThan(limit + 20);
        const all = (await pages(1, limit)).flat();
        expect(ascending(datesOf(all))).toEqual(ascending([...new Set(datesOf(all))]));
        expect(all).toHaveLength(count + 5);
        expect((await headerPages(1_000_000_000_000, limit)).length).toBe(count + 5);
        expect((await headerPages(since - 30_000, limit)).length).toBeGreaterThanOrEqual(count);
        expect(await read(`/api/v3/entries/history/${await lastModified()}`)).toEqual([]);
      },
    );

    test('[DEV-2] is in no answer where it is older than what displays may read, and neither is its time', async () => {
      await using displays = await withFilling(await open());
      const { read, fill, lastModified } = displays;
      const since = await lastModified();
      await fill([(10 * DAY) / MINUTE + 1], 88);
      expect(await lastModified()).toBe(since);
      expect(await read(`/api/v3/entries/history/${since}`)).toEqual([]);
    });
  });
});
