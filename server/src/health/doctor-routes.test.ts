import { expect, test } from 'vitest';
import { apiOn, DOCTOR_SECRET, openInMemory } from '../../test/api.ts';
import { MINUTE } from '../shared/time-units.ts';
import { DOCTOR_HEADER, doctorPath, doctorStreamPath, doctorToken } from './doctor-token.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

async function askWith(token?: string, path = doctorPath) {
  const api = await apiOn(await openInMemory(), { now: () => NOW });
  const ask = () => api.inject({ url: path, headers: token === undefined ? {} : { [DOCTOR_HEADER]: token } });
  return { ask, answer: await ask() };
}

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one of another key', doctorToken('another secret key of 32 characters', NOW)],
  ['an old one', doctorToken(DOCTOR_SECRET, NOW - 3 * MINUTE)],
  ['one of the future', doctorToken(DOCTOR_SECRET, NOW + 3 * MINUTE)],
  ['a changed one', `${NOW + 1}${doctorToken(DOCTOR_SECRET, NOW).slice(13)}`],
  ['a very long one', `${NOW}.${'a'.repeat(8000)}`],
])('[OPS-3] with %s as token there is nothing at the addresses of the doctor', async (_, token) => {
  for (const path of [doctorPath, doctorStreamPath]) {
    const { answer } = await askWith(token, path);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('peer');
  }
});

test('[OPS-3] the doctor reads what the server saw of its request, and a limited number of times', async () => {
  const { ask, answer } = await askWith(doctorToken(DOCTOR_SECRET, NOW - MINUTE));
  expect(answer.json()).toMatchObject({ peer: '127.0.0.1', address: '127.0.0.1', forwarded: [] });
  const statuses = [];
  for (let times = 0; times < 70; times += 1) statuses.push((await ask()).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.at(-1)).toBe(429);
});
