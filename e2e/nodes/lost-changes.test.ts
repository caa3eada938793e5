import {
  changesPath,
  makeShareLink,
  type ReplyOf,
  sharedChangesPath,
  wearerChangesPath,
} from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../server/src/store/store.ts';
import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';

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
    await vi.waitFor(() => expect(heard).toEqual(['7 readings']));
    proxy.cut();
    one.changes.publish(8, 'readings');
    one.changes.publish(9, 'range');
    await new Promise((resume) => setTimeout(resume, 2500));
    expect([heard.length, missed]).toEqual([1, 0]);
    proxy.heal();
    await vi.waitFor(() => expect(missed).toBe(1));
    one.changes.publish(10, 'readings');
    await vi.waitFor(() => expect(heard).toEqual(['7 readings', '10 readings']));
    await new Promise((resume) => setTimeout(resume, 1500));
    expect(missed).toBe(1);
  },
);

/** The text of an event stream so far. */
async function streamOf(address: string, authorization: string): Promise<() => string> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { body } = await fetch(address, { headers: { authorization }, signal: stop.signal });
  let text = '';
  const read = async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  };
  // Rejects only when the test is over.
  read().catch(() => {});
  await vi.waitFor(() => expect(text).toContain(': here'));
  return () => text;
}

test.runIf(await postgresAnswers())(
  '[OPS-2] [DASH-5] every open page loads everything again when its node has had no connection to the database for a moment: about one wearer, about all of an account, and of a share link',
  async () => {
    const left = new AsyncDisposableStack();
    onTestFinished(() => left.disposeAsync());
    const database = await freshDatabase('postgres');
    left.defer(database.drop);
    const proxy = left.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
    const { url } = left.use(await realProcess({ DATABASE_URL: proxy.url }));
    const { token } = await wearerOf(url);
    const body = { name: 'Nurse', scope: 'now', lasts: 'day' };
    const { link } = (await send(url + makeShareLink.path, body, token)) as ReplyOf<typeof makeShareLink>;
    const pages = {
      wearer: await streamOf(url + changesPath, `Bearer ${token}`),
      account: await streamOf(url + wearerChangesPath, `Bearer ${token}`),
      link: await streamOf(url + sharedChangesPath, `Share ${link.replace(/.*#/, '')}`),
    };
    const changesOf = (text: string) =>
      new Set([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name));
    const loadedAgain = () => Object.values(pages).map((text) => [...changesOf(text())]);
    expect(loadedAgain()).toEqual([[], [], []]);
    proxy.cut();
    proxy.heal();
    const everything = ['readings', 'connection', 'range', 'alarms', 'devices'];
    await vi.waitFor(() =>
      expect(loadedAgain()).toEqual([everything, everything, ['readings', 'connection', 'range']]),
    );
    expect(pages.account()).toMatch(/"wearer":"[0-9a-z]{12}","change":"readings"/);
  },
);
