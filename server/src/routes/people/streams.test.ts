import {
  changesPath,
  endFollow,
  endShareLink,
  listFollows,
  makeShareLink,
  type ReplyOf,
  sharedChangesPath,
  wearerChangesPath,
} from '@tealight/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { letFollow, ownWearer, type Person, personOf } from '../../../test/followers/family.ts';

/** An open event stream: `until` gives its text until it contains `wanted`; null: until the end. */
async function openStream(url: string, headers: Record<string, string>) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(url, { headers, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const until = async (wanted: string | null) => {
    let text = '';
    while (wanted === null || !text.includes(wanted)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return text;
      text += value;
    }
    return text;
  };
  await until(': here');
  return { status: answer.status, until };
}

async function openFamily(api: TestApi) {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
  const wearer = await ownWearer(api, maria);
  await letFollow(api, { owner: maria, follower: george, wearer });
  const of = (path: string, { token }: Person, headers = {}) =>
    openStream(url + path, { authorization: `Bearer ${token}`, ...headers });
  return { url, maria, george, wearer, of };
}

async function removeFollower(api: TestApi, { token }: Person, wearer: string) {
  const { follows } = (await api.send(listFollows, { token, wearer })).json<ReplyOf<typeof listFollows>>();
  await api.send(endFollow, { token, wearer, body: { id: follows[0]?.id } });
}

describe('[PPL-24] open streams', () => {
  eachEngine((open) => {
    test('of a removed follower end at once; the owner’s stays open', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer, of } = await openFamily(api);
      const [georges, marias] = [
        await of(changesPath, george, { 'tealight-wearer': wearer }),
        await of(changesPath, maria),
      ];
      await removeFollower(api, maria, wearer);
      expect(await georges.until(null)).not.toContain('readings');
      api.dependencies.store.changes.publish(1, 'readings');
      expect(await marias.until('readings\n\n')).toContain('event: readings');
    });

    test('of an account tell the changes of every wearer it may see, with the wearer’s id, and of no other', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer, of } = await openFamily(api);
      const outsider = await personOf(api, 'Olga');
      const [georges, otherStream] = [
        await of(wearerChangesPath, george),
        await of(wearerChangesPath, outsider),
      ];
      const { changes } = api.dependencies.store;
      changes.publish(1, 'readings');
      expect(await georges.until('\n\n')).toBe(
        `event: readings\ndata: {"wearer":"${wearer}","change":"readings"}\n\n`,
      );
      await removeFollower(api, maria, wearer);
      expect(await georges.until('\n\n')).toContain('"people"');
      changes.publish(1, 'readings');
      const own = await ownWearer(api, george);
      changes.publish(2, 'range');
      // The next event is of the own wearer: none of the other came in between.
      expect(await georges.until('\n\n')).toContain(`"wearer":"${own}","change":"range"`);
      changes.publish(3, 'range');
      expect(await otherStream.until('\n\n')).not.toContain(wearer);
    });

    test('of an account survive a database that fails when rights change, and know of it within 20 s', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const store = await open();
      const api = await apiOn(store);
      const { maria, of } = await openFamily(api);
      const ben = await personOf(api, 'Ben');
      const bens = await of(wearerChangesPath, ben);
      const wearer = await ownWearer(api, maria);
      const failing = vi.spyOn(store.visibleWearers, 'accountsOf').mockRejectedValue(new Error('gone'));
      onTestFinished(() => failing.mockRestore());
      await letFollow(api, { owner: maria, follower: ben, wearer });
      await expect
        .poll(() => api.logged.some((line) => line.includes('visible-wearers-not-read')))
        .toBe(true);
      vi.advanceTimersByTime(20_000);
      await bens.until('still here');
      await expect
        .poll(async () => {
          store.changes.publish(1, 'readings');
          return (await bens.until('\n\n')).includes(wearer);
        })
        .toBe(true);
    });

    test('of an account that begins to follow tell the new wearer’s changes without connecting again', async () => {
      const api = await apiOn(await open());
      const { maria, of } = await openFamily(api);
      const ben = await personOf(api, 'Ben');
      const bens = await of(wearerChangesPath, ben);
      const wearer = await ownWearer(api, maria);
      await letFollow(api, { owner: maria, follower: ben, wearer });
      expect(await bens.until('"people"')).toContain(wearer);
      api.dependencies.store.changes.publish(1, 'readings');
      expect(await bens.until('"readings"')).toContain(wearer);
    });

    test('of a share link end with the link', async () => {
      const api = await apiOn(await open());
      const { url, maria, wearer } = await openFamily(api);
      const { token } = maria;
      const body = { name: 'Nurse', scope: 'now', lasts: 'day' };
      const made = (await api.send(makeShareLink, { token, wearer, body })).json<{
        id: number;
        link: string;
      }>();
      const page = await openStream(url + sharedChangesPath, {
        authorization: `Share ${made.link.replace(/.*#/, '')}`,
      });
      api.dependencies.store.changes.publish(1, 'devices');
      api.dependencies.store.changes.publish(1, 'readings');
      expect(await page.until('\n\n')).toBe('event: readings\ndata: readings\n\n');
      await api.send(endShareLink, { token, wearer, body: { id: made.id } });
      expect(await page.until(null)).toBe('');
    });
  });
});
