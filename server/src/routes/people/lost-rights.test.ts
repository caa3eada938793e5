import {
  answerInvitation,
  changeFollow,
  endFollow,
  endShareLink,
  listFollows,
  listShareLinks,
  listWearers,
  lookAtInvitation,
  makeShareLink,
  type ReplyOf,
  type Right,
  removeWearer,
  rotateShareLink,
  type ShareScope,
  saveStatisticsSettings,
  statisticsSettings,
} from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { apiOn, failingDisconnect, noDevices, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { addChild, inviteTo, letFollow, type Person, personOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';
import { lockBoth } from './access-changes.ts';

/** A mother and her child's wearer, whom a carer with these rights looks after. */
async function family(api: TestApi, rights: Right[]) {
  const [mother, carer] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
  const wearer = await addChild(api, mother, 'Ada');
  await letFollow(api, { owner: mother, follower: carer, wearer }, { role: 'carer', rights });
  const { follows } = (await api.send(listFollows, { token: mother.token, wearer })).json<
    ReplyOf<typeof listFollows>
  >();
  const id = follows[0]?.id ?? 0;
  const leave = (left: Right[]) =>
    api.send(changeFollow, { token: mother.token, wearer, body: { id, role: 'carer', rights: left } });
  return { mother, carer, wearer, id, leave };
}

const made = (api: TestApi, { token }: Person, wearer: string, scope: ShareScope) =>
  api.send(makeShareLink, { token, wearer, body: { name: 'A link', scope, lasts: 'never' } });

describe('what an account may no longer do', () => {
  eachEngine((open) => {
    test('[PPL-5] only the owner decides how long readings are kept, since a shorter time erases them', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { mother, carer, wearer } = await family(api, ['see-now', 'see-day', 'set-range']);
      const save = async ({ token }: Person, keepDays: number | null, timeZone = 'Europe/Berlin') => {
        const body = { timeZone, population: 'adult', keepDays };
        return (await api.send(saveStatisticsSettings, { token, wearer, body })).statusCode;
      };
      expect(await save(mother, 90)).toBe(200);
      expect([await save(carer, 14), await save(carer, null)]).toEqual([403, 403]);
      expect(await save(carer, 90, 'America/New_York')).toBe(200);
      const { data } = (await api.send(statisticsSettings, { token: mother.token, wearer })).json();
      expect(data).toMatchObject({ keepDays: 90, timeZone: 'America/New_York' });
    });

    test('[PPL-6] a share link shows no more than who makes it, or gives it a new address, may see', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { mother, carer, wearer } = await family(api, ['see-now', 'links']);
      const mothers = (await made(api, mother, wearer, 'history')).json<{ id: number; link: string }>();
      expect((await made(api, carer, wearer, 'history')).statusCode).toBe(403);
      expect((await made(api, carer, wearer, 'now')).statusCode).toBe(200);
      const rotate = { token: carer.token, wearer, body: { id: mothers.id } };
      expect((await api.send(rotateShareLink, rotate)).statusCode).toBe(403);
      const { links } = (await api.send(listShareLinks, { token: mother.token, wearer })).json();
      expect(links).toHaveLength(2);
    });

    test('[PPL-6] an invitation gives only what who made it still has, and nothing to themselves', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const all: Right[] = ['see-now', 'see-day', 'links', 'invite'];
      const { mother, carer, wearer, leave } = await family(api, all);
      const given = { role: 'carer' as const, rights: all };
      const [own, others] = [
        await inviteTo(api, carer, wearer, given),
        await inviteTo(api, carer, wearer, given),
      ];
      await leave(['see-now', 'invite']);
      const answer = ({ token }: Person, invitation: string) =>
        api.send(answerInvitation, { token, body: { token: invitation, accept: true } });
      expect((await answer(carer, own)).statusCode).toBe(410);
      const looked = (await api.send(lookAtInvitation, { body: { token: others } })).json();
      expect(looked.rights).toEqual(['see-now', 'invite']);
      const friend = await personOf(api, 'Ben');
      expect((await answer(friend, others)).statusCode).toBe(200);
      const { follows } = (await api.send(listFollows, { token: mother.token, wearer })).json<
        ReplyOf<typeof listFollows>
      >();
      expect(follows.map(({ rights }) => rights)).toEqual([
        ['see-now', 'invite'],
        ['see-now', 'invite'],
      ]);
    });

    test('[PPL-6] a call that waited while its right was taken away does nothing', async () => {
      const store = await open();
      const api = await apiOn(store, { budgets: noBudgets });
      const { mother, carer, wearer, id, leave } = await family(api, ['see-now', 'links']);
      const wearerId = (await store.follows.wearersOf(carer.accountId))[0] ?? 0;
      const locked = () =>
        store.transaction((inside) => lockBoth(inside, { accountId: carer.accountId, wearerId }, 'links'));
      expect([...(await locked()).rights]).toEqual(['see-now', 'links']);
      await leave(['see-now']);
      await expect(locked()).rejects.toMatchObject({ code: 'not-allowed' });
      await api.send(endFollow, { token: mother.token, wearer, body: { id } });
      await expect(locked()).rejects.toMatchObject({ code: 'no-such-wearer' });
    });

    test('[PPL-4] a wearer that is removed twice at once is removed once', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const mother = await personOf(api, 'Maria');
      const { token, password } = mother;
      const wearer = await addChild(api, mother, 'Ada');
      const remove = () => api.send(removeWearer, { token, wearer, body: { password } });
      const statuses = (await Promise.all([remove(), remove()])).map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, 404]);
      const { wearers } = (await api.send(listWearers, { token })).json<ReplyOf<typeof listWearers>>();
      expect(wearers.map(({ name }) => name)).toEqual(['Maria']);
    });

    test('[PPL-4] the lamps of a removed wearer go dark also when what follows fails', async () => {
      const disconnectCode = vi.fn(async () => {});
      const devices = { ...noDevices, disconnectCode };
      const api = await apiOn(await open(), { polling: failingDisconnect, devices });
      const { mother, wearer } = await family(api, ['see-now']);
      const body = { password: mother.password };
      await api.send(removeWearer, { token: mother.token, wearer, body });
      expect(disconnectCode).toHaveBeenCalledTimes(1);
      expect(await api.send(removeWearer, { token: mother.token, wearer, body })).toMatchObject({
        statusCode: 404,
      });
    });

    test('[PPL-33] nobody but the owner can fill the record of who did what', async () => {
      const api = await apiOn(await open());
      const { mother, carer, wearer } = await family(api, ['see-now', 'links']);
      const statusesOf = async ({ token }: Person) => {
        const statuses: number[] = [];
        for (let call = 0; call < 61; call += 1)
          statuses.push((await api.send(endShareLink, { token, wearer, body: { id: 999 } })).statusCode);
        return [statuses[59], statuses[60]];
      };
      expect(await statusesOf(carer)).toEqual([404, 429]);
      expect(await statusesOf(mother)).toEqual([404, 404]);
    });
  });
});
