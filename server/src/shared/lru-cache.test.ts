import { expect, test } from 'vitest';
import { lruCache } from './lru-cache.ts';

const has = (cache: { peek(key: string): unknown }, keys: string) =>
  [...keys].filter((key) => cache.peek(key) !== undefined).join('');

test('the entry that was written or read longest ago is evicted and reported', () => {
  const evicted: [string, number][] = [];
  const cache = lruCache<string, number>({
    limit: 3,
    onEvict: (value, key) => void evicted.push([key, value]),
  });
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) cache.set(key, index);
  expect(has(cache, 'abcd')).toBe('acd');
  cache.get('c');
  cache.set('e', 5);
  expect(has(cache, 'acde')).toBe('cde');
  cache.delete('c');
  expect(evicted).toEqual([
    ['b', 1],
    ['a', 3],
  ]);
});

test('entries count by their size, and an entry of size 0 counts as 1', () => {
  const cache = lruCache<string, { size: number }>({ limit: 10, sizeOf: ({ size }) => size });
  cache.set('a', { size: 6 });
  cache.set('b', { size: 4 });
  expect(has(cache, 'ab')).toBe('ab');
  cache.set('c', { size: 0 });
  expect(has(cache, 'abc')).toBe('bc');
});
