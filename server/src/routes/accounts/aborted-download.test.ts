import { setTimeout as pause } from 'node:timers/promises';
import { exportData } from '@tealight/contract';
import { expect, test } from 'vitest';
import { ada, apiOn, openInMemory } from '../../../test/api.ts';

test('a download whose client has disconnected and whose store then fails is neither a bug nor a crash', async () => {
  const store = await openInMemory();
  const asked = Promise.withResolvers<void>();
  const fails = Promise.withResolvers<never>();
  fails.promise.catch(() => {});
  const readings = {
    ...store.readings,
    between: () => {
      asked.resolve();
      return fails.promise;
    },
  };
  const api = await apiOn(store, { store: { ...store, readings } });
  const token = await api.signedIn();
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const left = new AbortController();
  const answer = fetch(url + exportData.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ password: ada.password }),
    signal: left.signal,
  });
  answer.catch(() => {});
  await asked.promise;
  left.abort();
  await pause(100);
  fails.reject(new Error('the database is gone'));
  // An uncaught error fails this test file.
  await pause(100);
  expect(api.logged.filter((line) => line.includes('our-fault'))).toEqual([]);
});
