import { glucoseChart, glucoseProfile, readStatistics, saveStatisticsSettings } from '@tealight/contract';
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
] as const)('[DASH-7] %o rejects %o with the name of the field', async ({ path, method }, query, field) => {
  await using store = await openInMemory();
  const api = await apiOn(store);
  const answer = await api.send({ path, method }, { token: await api.signedIn(), query });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
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
