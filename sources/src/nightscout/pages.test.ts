import { describe, expect, test } from 'vitest';
import type { Row } from './dedupe.ts';
import { newerPages, olderPages, type PageSpan } from './pages.ts';

const row = (takenAt: number, device = ''): Row => ({ takenAt, mgdl: 100, trend: 'steady', device });

/** A site that keeps to the rules: newest first, at most as many as asked for. */
function site(rows: readonly Row[]) {
  const asked: PageSpan[] = [];
  const page = async (pageSpan: PageSpan) => {
    asked.push(pageSpan);
    const fitting = rows.filter(({ takenAt }) => takenAt > pageSpan.after && takenAt <= pageSpan.until);
    const given = fitting.sort((a, b) => b.takenAt - a.takenAt).slice(0, pageSpan.limit);
    return { rows: given, count: given.length, oldest: given.at(-1)?.takenAt ?? null, newest: null };
  };
  return { asked, page };
}

test('readings of the very moment where a page ends are on the next page', async () => {
  const { page } = site([row(10), row(20, 'phone'), row(20, 'bridge'), row(30), row(40)]);
  const found = await olderPages({ after: 0, until: 50, limit: 3 }, page);
  expect(new Set(found.map(({ takenAt, device }) => `${takenAt} ${device}`)).size).toBe(5);
});

test('a page that is not full is the last', async () => {
  const { page, asked } = site([row(10), row(20)]);
  await olderPages({ after: 0, until: 40, limit: 5 }, page);
  expect(asked).toHaveLength(1);
});

test('a site that gives the same page for ever is asked twice', async () => {
  let asked = 0;
  const page = async () => {
    asked += 1;
    return { rows: [row(10)], count: 1, oldest: 10, newest: 10 };
  };
  expect(await olderPages({ after: 0, until: 40, limit: 1 }, page)).toEqual([row(10), row(10)]);
  expect(asked).toBe(2);
});

describe('a site that takes no end, and gives the oldest first', () => {
  const onward = (rows: readonly Row[]) => {
    const asked: PageSpan[] = [];
    const page = async (pageSpan: PageSpan) => {
      asked.push(pageSpan);
      const fitting = rows.filter(({ takenAt }) => takenAt > pageSpan.after);
      const given = fitting.sort((a, b) => a.takenAt - b.takenAt).slice(0, pageSpan.limit);
      return {
        rows: given,
        count: given.length,
        oldest: given[0]?.takenAt ?? null,
        newest: given.at(-1)?.takenAt ?? null,
      };
    };
    return { asked, page };
  };

  test('is read on from what is known, also where a page ends at the moment of two readings', async () => {
    const { page } = onward([row(10), row(20), row(30, 'phone'), row(30, 'bridge'), row(40)]);
    const found = await newerPages({ after: 10, until: 50, limit: 3 }, page);
    expect(new Set(found.map(({ takenAt, device }) => `${takenAt} ${device}`)).size).toBe(4);
  });

  test('is asked no more once a page reaches the end of the span', async () => {
    const { page, asked } = onward([row(10), row(20), row(30), row(40), row(50), row(60)]);
    await newerPages({ after: 0, until: 20, limit: 3 }, page);
    expect(asked).toHaveLength(1);
  });

  test('and that gives the same page for ever is asked twice', async () => {
    let asked = 0;
    const page = async () => {
      asked += 1;
      return { rows: [row(10)], count: 1, oldest: 10, newest: 10 };
    };
    expect(await newerPages({ after: 0, until: 40, limit: 1 }, page)).toEqual([row(10), row(10)]);
    expect(asked).toBe(2);
  });
});
