import {
  type Call,
  glucoseChart,
  glucoseProfile,
  readStatistics,
  saveStatisticsSettings,
} from '@tealight/contract';
import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../../test/api.ts';

const wanted = { timeZone: 'Europe/Berlin', population: 'adult', keepDays: 90 };
const unknownWord = 'This is none of the words that can stand here';

test.each([
  [readStatistics, { period: '8d' }, 'period'],
  [readStatistics, {}, 'period'],
  [glucoseChart, { span: '7d' }, 'span'],
  [glucoseChart, { span: '24h', until: 'yesterday' }, 'until'],
  [glucoseProfile, { period: '24h' }, 'period'],
  [readStatistics, { period: '7d', from: '2026-10-01', until: '2026-10-07' }, 'period'],
] as const)('[DASH-7] %o rejects %o with the name of the field', async ({ path, method }, query, field) => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const answer = await api.send({ path, method }, { token: await api.signedIn(), query });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
});

test.each([
  [{}, { period: ['Give a period, or from and until'] }],
  [{ from: '2026-02-01' }, { until: ['Give the last day too'] }],
  [{ until: '2026-02-01' }, { from: ['Give the first day too'] }],
  [{ from: '2026-02-01', until: '2026-02-30' }, { until: ['Choose a date, such as 2026-11-22'] }],
  [{ from: '2026-02-01', until: '2026-01-31' }, { until: ['The last day must not be before the first'] }],
  [{ from: '2026-02-01', until: '2026-05-02' }, { until: ['Choose at most 90 days'] }],
  [{ from: '2026-11-20', until: '2026-11-21' }, { until: ['Choose dates up to today'] }],
])('[DASH-7] the dates %o are refused in words', async (query, errors) => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const token = await api.signedIn();
  for (const call of [readStatistics, glucoseProfile]) {
    const answer = await api.send(call, { token, query });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { type: 'urn:tealight:problem:invalid-input', errors },
    ]);
  }
});

test.each([
  [{ timeZone: 'Middle/Earth' }, { timeZone: ['This time zone is not known'] }],
  [{ population: 'children' }, { population: [unknownWord] }],
  [{ keepDays: 13 }, { keepDays: ['Keep at least 14 days'] }],
  [{ keepDays: 4000 }, { keepDays: ['Keep at most 3650 days, or all'] }],
])('[DASH-7] the settings %o are rejected with messages', async (part, errors) => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const token = await api.signedIn();
  const answer = await api.send(saveStatisticsSettings, { token, body: { ...wanted, ...part } });
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
});

const statusesOf =
  (api: Awaited<ReturnType<typeof apiOn>>) =>
  async (token: string, call: Pick<Call, 'method' | 'path'>, query: Record<string, string>) =>
    (await api.send(call, { token, query })).statusCode;

test('an account that asks for 90 days without end is slowed down, and nobody else', async () => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const token = await api.signedIn();
  const other = await api.signedIn({ email: 'grace@example.org' });
  const status = statusesOf(api);
  for (let times = 0; times < 60; times += 1) {
    expect(await status(token, readStatistics, { period: '90d' })).toBe(200);
    expect(await status(token, glucoseProfile, { period: '30d' })).toBe(200);
  }
  for (const call of [readStatistics, glucoseProfile])
    expect(await status(token, call, { period: '90d' })).toBe(429);
  expect(await status(token, readStatistics, { period: '14d' })).toBe(200);
  expect(await status(other, readStatistics, { period: '90d' })).toBe(200);
  api.clock.at += 250;
  expect(await status(token, readStatistics, { period: '90d' })).toBe(200);
});

test('a wearer who asks for past dates without end is slowed down, and nobody else', async () => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const token = await api.signedIn();
  const other = await api.signedIn({ email: 'grace@example.org' });
  const day = { from: '2026-11-01', until: '2026-11-02' };
  const status = statusesOf(api);
  for (let times = 0; times < 40; times += 1) {
    expect(await status(token, readStatistics, day)).toBe(200);
    expect(await status(token, glucoseProfile, day)).toBe(200);
    expect(await status(token, glucoseChart, { span: '3h', until: '2026-11-02T00:00:00Z' })).toBe(200);
  }
  for (const call of [readStatistics, glucoseProfile]) expect(await status(token, call, day)).toBe(429);
  expect(await status(token, readStatistics, { period: '7d' })).toBe(200);
  expect(await status(other, readStatistics, day)).toBe(200);
  api.clock.at += 1000;
  expect(await status(token, readStatistics, day)).toBe(200);
});
