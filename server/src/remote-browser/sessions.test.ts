import { expect, test } from 'vitest';
import type { RemoteSession } from './remote-session.ts';
import { openSessions, sessionLimits } from './sessions.ts';

const session = async () => ({ end: async () => {} }) as unknown as RemoteSession;
const busy = { errorCode: 'busy' };

test('[HUB-4] one network has at most half of the sessions, and another gets the rest', async () => {
  const sessions = openSessions({ ...sessionLimits, maxSessions: 4 });
  const start = (wearer: string, network: string) => sessions.start({ wearer, network }, session);
  await start('1', 'here');
  await start('2', 'here');
  await expect(start('3', 'here')).rejects.toMatchObject(busy);
  await start('4', 'there');
  await start('5', 'there');
  await expect(start('6', 'elsewhere')).rejects.toMatchObject(busy);
  // A wearer with a session can start it again.
  await start('1', 'here');
  expect(sessions.count).toBe(4);
  await sessions.endAll();
});

test('[HUB-4] a session may last 15 minutes', () => {
  expect(sessionLimits.maxDurationMs).toBe(900_000);
});
