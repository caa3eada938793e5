import { changesPath } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../server/src/store/store.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';

const soon = { timeout: 20_000 };

test.runIf(await postgresAnswers())(
  '[OPS-2] changes that a node could not announce make the other nodes load their data again, once the database answers',
  async () => {
    const left = new AsyncDisposableStack();
    onTestFinished(() => left.disposeAsync());
    const database = await freshDatabase('postgres');
    left.defer(database.drop);
    const url = database.environment.DATABASE_URL ?? '';
    const proxy = left.use(await databaseProxy(url));
    // Named, so that nodes of other tests announce their changes elsewhere.
    const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? '';
    const node = async (address: string) =>
      left.use(await openStore({ url: address, schema, file: '', locked: false }, () => {}));
    const [one, other] = [await node(proxy.url), await node(url)];
    const heard: string[] = [];
    let missed = 0;
    other.changes.subscribe((wearerId, change) => heard.push(`${wearerId} ${change}`));
    other.changes.onMissed(() => {
      missed += 1;
    });
    one.changes.publish(7, 'readings');
    await vi.waitFor(() => expect(heard).toEqual(['7 readings']), soon);
    proxy.cut();
    one.changes.publish(8, 'readings');
    one.changes.publish(9, 'range');
    await new Promise((resume) => setTimeout(resume, 2500));
    expect([heard.length, missed]).toEqual([1, 0]);
    proxy.heal();
    await vi.waitFor(() => expect(missed).toBe(1), soon);
    one.changes.publish(10, 'readings');
    await vi.waitFor(() => expect(heard).toEqual(['7 readings', '10 readings']), soon);
    await new Promise((resume) => setTimeout(resume, 1500));
    expect(missed).toBe(1);
  },
);

test.runIf(await postgresAnswers())(
  '[OPS-2] [DASH-5] an open page loads everything again when its node has had no connection to the database for a moment',
  async () => {
    const left = new AsyncDisposableStack();
    onTestFinished(() => left.disposeAsync());
    const database = await freshDatabase('postgres');
    left.defer(database.drop);
    const proxy = left.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
    const { url } = left.use(await realProcess({ DATABASE_URL: proxy.url }));
    const { token } = await wearerOf(url);
    const stop = new AbortController();
    left.defer(() => stop.abort());
    const { body } = await fetch(url + changesPath, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
    })().catch(() => {});
    await vi.waitFor(() => expect(text).toContain(': here'), soon);
    expect(text).not.toContain('readings');
    proxy.cut();
    proxy.heal();
    const expected = ['readings', 'connection', 'range', 'alarms', 'devices'];
    await vi.waitFor(
      () => expect(expected.filter((change) => !text.includes(`event: ${change}\n`))).toEqual([]),
      soon,
    );
    stop.abort();
    await reading;
  },
);
