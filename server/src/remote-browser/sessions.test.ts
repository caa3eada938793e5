import { expect, test } from 'vitest';
import type { RemoteSession } from './remote-session.ts';
import { openSessions, sessionLimits } from './sessions.ts';

const session = async () => ({ end: async () => {} }) as unknown as RemoteSession;
const busy = { errorCode: 'busy' };

test('[HUB-4] one network has at most half of the sessions, and another gets the rest', async () => {
  const sessions = openSessions({ ...sessionLimits, maxSessions: 4 });
  const start = (wearer: string, network: string) =>
    sessions.start({ wearer, account: Number(wearer), network }, session);
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

test('[HUB-4] the networks of one customer count as one', async () => {
  const sessions = openSessions({ ...sessionLimits, maxSessions: 4 });
  const start = (account: number, network: string) =>
    sessions.start({ wearer: String(account), account, network }, session);
  await start(1, '2001:db8:1:1::/64');
  await start(2, '2001:db8:1:2::/64');
  await expect(start(3, '2001:db8:1:3::/64')).rejects.toMatchObject(busy);
  await start(3, '2001:db8:2:1::/64');
  await sessions.endAll();
});

test('[HUB-4] one account has at most two sessions, for whichever wearers and from wherever', async () => {
  const sessions = openSessions(sessionLimits);
  const start = (wearer: string, account = 1) =>
    sessions.start({ wearer, account, network: `network of ${wearer}` }, session);
  await start('1');
  await start('2');
  await expect(start('3')).rejects.toMatchObject(busy);
  await start('3', 2);
  // One of them can be started again.
  await start('2');
  expect(sessions.count).toBe(3);
  await sessions.endAll();
});

test('[HUB-4] a session may last 15 minutes', () => {
  expect(sessionLimits.maxDurationMs).toBe(900_000);
});
