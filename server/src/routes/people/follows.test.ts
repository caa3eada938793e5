import {
  calls,
  changeFollow,
  currentUser,
  endFollow,
  leaveWearer,
  listFollows,
  type ReplyOf,
  readAudit,
  readStatistics,
  saveRange,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { letFollow, ownWearer, type Person, personOf, wearersOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;

const followsOf = async (api: TestApi, { token }: Person, wearer: string) =>
  (await api.send(listFollows, { token, wearer })).json<ReplyOf<typeof listFollows>>().follows;

async function twoPeople(api: TestApi) {
  const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
  return { maria, george, wearer: await ownWearer(api, maria) };
}

describe('a follower', () => {
  eachEngine((open) => {
    test('[PPL-3] [PPL-10] nobody sees a new wearer; a follower sees no other follower and no settings', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      expect((await api.send(currentUser, { token: george.token, wearer })).statusCode).toBe(404);
      await letFollow(api, { owner: maria, follower: george, wearer });
      expect((await api.send(listFollows, { token: george.token, wearer })).statusCode).toBe(403);
      const seen = (await api.send(currentUser, { token: george.token, wearer })).json();
      expect(seen).toMatchObject({ email: george.email, connectionCode: null });
    });

    test('[PPL-16] learns for whom something is not allowed, and never in a call that names nobody', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { maria, george, wearer } = await twoPeople(api);
      await letFollow(api, { owner: maria, follower: george, wearer });
      const { token } = george;
      const refused = await api.send(saveRange, { token, wearer, body: range });
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({
        type: 'urn:tealight:problem:not-allowed',
        title: 'You may look, but not change this for Maria',
      });
      const hidden = await api.send(readStatistics, { token, wearer, query: { period: '14d' } });
      expect([hidden.statusCode, hidden.json().title]).toEqual([403, 'You may not see this for Maria']);
      expect((await api.send(saveRange, { token, body: range })).statusCode).toBe(200);
      for (const call of calls.filter(({ access }) => typeof access === 'object' && 'right' in access)) {
        const body = call.method === 'POST' ? { body: { surprise: 1 } } : {};
        const answer = await api.send(call, { token, ...body });
        expect([call.path, answer.statusCode]).not.toEqual([call.path, 403]);
      }
    });

    test('[PPL-23] is changed and removed by the owner, and may leave', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      await letFollow(api, { owner: maria, follower: george, wearer });
      const [follow] = await followsOf(api, maria, wearer);
      const body = { id: follow?.id, role: 'carer', rights: ['set-range', 'delete'] };
      await api.send(changeFollow, { token: maria.token, wearer, body });
      expect((await followsOf(api, maria, wearer))[0]).toMatchObject({
        role: 'carer',
        rights: ['see-now', 'set-range'],
      });
      await api.send(leaveWearer, { token: george.token, wearer });
      expect(await followsOf(api, maria, wearer)).toEqual([]);
      expect(await wearersOf(api, george)).not.toContain(wearer);
      await letFollow(api, { owner: maria, follower: george, wearer });
      const [again] = await followsOf(api, maria, wearer);
      await api.send(endFollow, { token: maria.token, wearer, body: { id: again?.id } });
      expect(await wearersOf(api, george)).not.toContain(wearer);
      expect((await api.send(leaveWearer, { token: maria.token, wearer })).statusCode).toBe(409);
    });

    test('[PPL-23] a carer is removed by the owner only', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      const ben = await personOf(api, 'Ben');
      const rights = ['see-now', 'invite'] as const;
      await letFollow(
        api,
        { owner: maria, follower: george, wearer },
        { role: 'carer', rights: [...rights] },
      );
      await letFollow(api, { owner: maria, follower: ben, wearer }, { role: 'carer', rights: [...rights] });
      const [georges] = await followsOf(api, maria, wearer);
      const body = { id: georges?.id };
      expect((await api.send(endFollow, { token: ben.token, wearer, body })).statusCode).toBe(403);
      // A carer sees names, but no addresses of others.
      expect((await followsOf(api, ben, wearer)).map(({ email }) => email)).toEqual(['', '']);
    });

    test('[PPL-33] who was invited, accepted and removed is recorded, with names and without addresses', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      await letFollow(api, { owner: maria, follower: george, wearer });
      const [follow] = await followsOf(api, maria, wearer);
      await api.send(endFollow, { token: maria.token, wearer, body: { id: follow?.id } });
      const answer = await api.send(readAudit, { token: maria.token, wearer });
      const { entries, next } = answer.json<ReplyOf<typeof readAudit>>();
      expect(entries.map(({ kind, by, about }) => [kind, by, about])).toEqual([
        ['follower-removed', 'Maria Lovelace', 'George Lovelace'],
        ['invitation-accepted', 'George Lovelace', null],
        ['invited', 'Maria Lovelace', null],
      ]);
      expect(next).toBeNull();
      expect(answer.body).not.toContain('@');
    });
  });
});
