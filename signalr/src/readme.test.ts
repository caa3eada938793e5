import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsOf } from './options.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

test('the README names everything the package exports', () => {
  const lists = [...read('./index.ts').matchAll(/\{([^}]*)\}/g)].map(([, list = '']) => list);
  const exported = lists.flatMap((list) => list.split(',').map((name) => name.replace('type ', '').trim()));
  expect(exported).toContain('createHub');
  expect(exported.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test('the README tells every limit with its default', () => {
  const limits = Object.entries(settingsOf({ methods: {} })).filter(([, value]) => typeof value === 'number');
  const received = [...readme.matchAll(/`(\w+)` *\| (\d+)/g)].map(([, name, value]) => [name, Number(value)]);
  expect(received.sort()).toEqual(limits.sort());
});
