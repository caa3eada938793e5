import { signUp } from '@tealight/contract';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { send } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { mailServer } from '../support/mail-server.ts';
import { realProcess } from '../support/real-process.ts';
import { KEYS } from '../support/two-nodes.ts';

const PEOPLE = 40;

test.runIf(await postgresAnswers())(
  '[OPS-2] two nodes send each email once; when a node dies, its email is sent again with the same Message-ID',
  async () => {
    const left = new AsyncDisposableStack();
    // The nodes end before the mail server, which waits for its connections.
    onTestFinished(() => left.disposeAsync());
    const { taken, scenario, url } = left.use(await mailServer());
    const database = await freshDatabase('postgres');
    left.defer(database.drop);
    const environment = { ...database.environment, SECRET_KEYS: KEYS, SMTP_URL: url };
    const nodes = [
      left.use(await realProcess({ ...environment, PUBLIC_URL: 'http://127.0.0.1:9' })),
      left.use(await realProcess({ ...environment, PUBLIC_URL: 'http://127.0.0.1:9' })),
    ] as const;
    const join = async (node: { url: string }) => {
      const { firstName, lastName, email, password } = newUser();
      const names = { firstname: firstName, lastname: lastName, location: 'US', phoneNumber: null };
      await send(node.url + signUp.path, { ...names, email, password });
      return email;
    };
    const joined = await Promise.all(
      Array.from({ length: PEOPLE }, (_, index) => join(nodes[(index % 2) as 0 | 1])),
    );
    const client = new pg.Client(database.environment.DATABASE_URL);
    await client.connect();
    left.defer(() => client.end());
    const waiting = async () => (await client.query('select id from outbox')).rows.length;
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(taken.map(({ to }) => to).sort()).toEqual(joined.sort());
    expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(PEOPLE);

    taken.length = 0;
    scenario.silent = true;
    const email = await join(nodes[0]);
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    // Either node may have it, so both are killed.
    await Promise.all(nodes.map((node) => node.kill()));
    scenario.silent = false;
    await client.query('update outbox set lease_until = 0, next_try_at = 0');
    await nodes[1].restart();
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(taken.map(({ to }) => to)).toEqual([email, email]);
    expect(taken[0]?.messageId).toMatch(/^<tealight-\d+-\d+@/);
    expect(taken[1]?.messageId).toBe(taken[0]?.messageId);
  },
);
