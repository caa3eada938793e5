import { changePassword, currentUser, resetPassword, sendResetEmail, signIn } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { send, type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

/** More than can be hashed at once, so that some are checked before, some during and some after the change. */
const AT_ONCE = 24;
const newPassword = 'Difference2?';
const hasPostgres = await postgresAnswers();

/** The tokens that sign-ins with the old password got while `change` ran. */
async function tokensOf({ url }: RealProcess, wearer: Wearer, change: () => Promise<unknown>) {
  const body = JSON.stringify({ email: wearer.email, password: wearer.password });
  const headers = { 'content-type': 'application/json' };
  const signIns: Promise<string | null>[] = [];
  const begin = async () => {
    const answer = await fetch(url + signIn.path, { method: 'POST', headers, body });
    if (answer.status === 401) return null;
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  for (let count = 0; count < AT_ONCE / 2; count += 1) signIns.push(begin());
  const changed = change();
  for (let count = 0; count < AT_ONCE / 2; count += 1) signIns.push(begin());
  await changed;
  return (await Promise.all(signIns)).filter((token) => token !== null);
}

async function openTokens({ url }: RealProcess, tokens: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (const token of tokens) {
    const answer = await fetch(url + currentUser.path, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 401) open.push(token);
  }
  return open;
}

async function resetToken({ url }: RealProcess, email: string): Promise<string> {
  await send(url + sendResetEmail.path, { email });
  for (let tries = 0; tries < 50; tries += 1) {
    const outbox = await fetch(`${url}/outbox`).then((page) => page.text());
    const token = outbox.match(/reset-link\?token=([\w-]+)/)?.[1];
    if (token !== undefined) return token;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error('No reset mail came');
}

describe.each([['SQLite', 'sqlite'], ...(hasPostgres ? [['PostgreSQL', 'postgres'] as const] : [])] as const)(
  'sign-ins in flight, on %s',
  (_, engine) => {
    test('[ACC-3] [RST-4] none stays valid after a change or a reset of the password', async () => {
      const database = await freshDatabase(engine);
      try {
        await using tealight = await realProcess(database.environment);
        const { url } = tealight;
        const ada = await wearerOf(url);
        const { email, password, token } = ada;
        const confirmed = { newPassword, confirmNewPassword: newPassword };
        const beforeChange = await tokensOf(tealight, ada, () =>
          send(url + changePassword.path, { currentPassword: password, ...confirmed }, token),
        );
        expect(await openTokens(tealight, [token, ...beforeChange])).toEqual([token]);

        const mailed = await resetToken(tealight, email);
        const again = { newPassword: password, confirmNewPassword: password };
        const beforeReset = await tokensOf(tealight, { ...ada, password: newPassword }, () =>
          send(url + resetPassword.path, { email, token: mailed, ...again }),
        );
        expect(await openTokens(tealight, [token, ...beforeReset])).toEqual([]);
        // Some must have succeeded before the change, or nothing was tested.
        expect(beforeChange.length + beforeReset.length).toBeGreaterThan(0);
      } finally {
        await database.drop();
      }
    });
  },
);
