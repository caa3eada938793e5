import {
  type Change,
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
import { openEventSource } from '../../../test/event-source.ts';
import { letFollow, ownWearer, type Person, personOf } from '../../../test/followers/family.ts';

/** A client of an event stream: the events that it has received, and `done` when the stream has ended. */
async function openStream(url: string, headers: Record<string, string>) {
  const { answer, received, done, close } = await openEventSource(url, headers);
  onTestFinished(close);
  // The body of an error ends, too.
  expect(answer.status).toBe(200);
  return { events: received.events, done };
}

/** An event of an account's stream. */
const eventOf = (wearer: string, change: Change) => ({
  name: change,
  data: JSON.stringify({ wearer, change }),
});

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
      await georges.done;
      api.dependencies.store.changes.publish(1, 'readings');
      const readings = { name: 'readings', data: 'readings' };
      await expect.poll(() => marias.events).toContainEqual(readings);
      expect(georges.events).not.toContainEqual(readings);
    });

    test('of an account tell the changes of every wearer it may see, with the wearer’s id, and of no other', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer, of } = await openFamily(api);
      const olga = await personOf(api, 'Olga');
      const [georges, olgas] = [await of(wearerChangesPath, george), await of(wearerChangesPath, olga)];
      const [georgesOwn, olgasOwn] = [await ownWearer(api, george), await ownWearer(api, olga)];
      const { changes } = api.dependencies.store;
      changes.publish(1, 'readings');
      await expect.poll(() => georges.events).toContainEqual(eventOf(wearer, 'readings'));

      const before = georges.events.length;
      await removeFollower(api, maria, wearer);
      await expect.poll(() => georges.events.slice(before)).toContainEqual(eventOf(wearer, 'people'));
      // That may also be the event of the accepted invitation, sent late: rights are read in the background.
      const isSeen = async () => {
        const start = georges.events.length;
        changes.publish(1, 'connection');
        changes.publish(2, 'range');
        const since = () => georges.events.slice(start);
        await expect.poll(since).toContainEqual(eventOf(georgesOwn, 'range'));
        return since().some(({ name }) => name === 'connection');
      };
      await expect.poll(isSeen).toBe(false);
      expect(await isSeen()).toBe(false);

      changes.publish(3, 'range');
      await expect.poll(() => olgas.events).toContainEqual(eventOf(olgasOwn, 'range'));
      expect(JSON.stringify(olgas.events)).not.toContain(wearer);
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
      await expect
        .poll(() => {
          store.changes.publish(1, 'readings');
          return bens.events;
        })
        .toContainEqual(eventOf(wearer, 'readings'));
    });

    test('of an account that begins to follow tell the new wearer’s changes without connecting again', async () => {
      const api = await apiOn(await open());
      const { maria, of } = await openFamily(api);
      const ben = await personOf(api, 'Ben');
      const bens = await of(wearerChangesPath, ben);
      const wearer = await ownWearer(api, maria);
      await letFollow(api, { owner: maria, follower: ben, wearer });
      await expect.poll(() => bens.events).toContainEqual(eventOf(wearer, 'people'));
      api.dependencies.store.changes.publish(1, 'readings');
      await expect.poll(() => bens.events).toContainEqual(eventOf(wearer, 'readings'));
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
      const readings = { name: 'readings', data: 'readings' };
      await expect.poll(() => page.events).toEqual([readings]);
      await api.send(endShareLink, { token, wearer, body: { id: made.id } });
      await page.done;
      expect(page.events).toEqual([readings]);
    });
  });
});
