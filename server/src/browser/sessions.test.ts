import { expect, test } from 'vitest';
import type { RemoteSession } from './remote-session.ts';
import { openSessions, sessionLimits } from './sessions.ts';

const session = async () => ({ end: async () => {} }) as unknown as RemoteSession;
const busy = { word: 'busy' };

test('[HUB-4] one network has half of the places, and another finds one of the others', async () => {
  const sessions = openSessions({ ...sessionLimits, most: 4 });
  const begin = (wearer: string, network: string) => sessions.begin({ wearer, network }, session);
  await begin('1', 'here');
  await begin('2', 'here');
  await expect(begin('3', 'here')).rejects.toMatchObject(busy);
  await begin('4', 'there');
  await begin('5', 'there');
  await expect(begin('6', 'elsewhere')).rejects.toMatchObject(busy);
  // Whoever has a place begins anew in it.
  await begin('1', 'here');
  expect(sessions.count).toBe(4);
  await sessions.endAll();
});

test('[HUB-4] a session may last a quarter of an hour', () => {
  expect(sessionLimits.lastMs).toBe(900_000);
});
