import { signIn } from '@tealight/contract';
import { expect, test, vi } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { realProcess } from '../support/real-process.ts';
import { KEYS } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[LOG-4] [OPS-2] failed sign-ins at one node slow down further attempts at another, and the owner can still sign in at home',
  async () => {
    const database = await freshDatabase('postgres');
    const environment = {
      ...database.environment,
      RATE_LIMITS: 'on',
      SECRET_KEYS: KEYS,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    try {
      await using one = await realProcess(environment);
      // Any node may send an email, and each keeps its own: only one runs yet.
      const ada = await wearerOf(one.url);
      await using other = await realProcess(environment);
      const trying = async (url: string, from: string, password: string) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
        const body = JSON.stringify({ email: ada.email, password });
        return (await fetch(url + signIn.path, { method: 'POST', headers, body })).status;
      };
      expect(await trying(one.url, '192.0.2.7', ada.password)).toBe(200);
      const guesses = [];
      for (let time = 0; time < 8; time += 1) {
        guesses.push(await trying(one.url, `198.51.100.${time}`, 'Wrong1234!'));
      }
      expect(guesses).toContain(429);
      // Each guess doubles how long all nodes wait; the first of these waits is over within a second.
      let guessed = 8;
      await vi.waitFor(async () => {
        guessed += 1;
        await trying(one.url, `198.51.100.${guessed}`, 'Wrong1234!');
        expect(await trying(other.url, `203.0.113.${guessed}`, 'Wrong1234!')).toBe(429);
      });
      expect(await trying(other.url, '192.0.2.7', ada.password)).toBe(200);
    } finally {
      await database.drop();
    }
  },
);
