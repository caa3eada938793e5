import {
  changeWearer,
  currentUser,
  endFollow,
  listFollows,
  listWearers,
  MAX_WEARERS,
  orderWearers,
  type ReplyOf,
  removeWearer,
  saveFollowSettings,
  saveRange,
  selectWearer,
  signIn,
  wearerGlances,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import {
  addChild,
  letFollow,
  ownWearer,
  type Person,
  personOf,
  wearersOf,
} from '../../../test/followers/family.ts';

import { signedInForSources } from '../sessions/sessions-of.ts';

const range = (high: number) => ({ unit: 'mg/dL', high, inRange: 110, low: 70 });

/** The high setpoint of the wearer that this session's calls speak of: each wearer here has another. */
async function highOf(
  api: TestApi,
  { token }: Pick<Person, 'token'>,
  wearer?: string,
): Promise<number | undefined> {
  const answer = await api.send(currentUser, { token, wearer });
  return answer.json<ReplyOf<typeof currentUser>>().rangeSetup?.high;
}

/** A mother with two children, each with a range of its own, and a grandfather who follows the first child. */
async function openFamily(api: TestApi) {
  const mother = await personOf(api, 'Maria');
  const own = await ownWearer(api, mother);
  const [ada, ben] = [await addChild(api, mother, 'Ada'), await addChild(api, mother, 'Ben')];
  for (const [wearer, high] of [
    [own, 180],
    [ada, 190],
    [ben, 200],
  ] as const)
    await api.send(saveRange, { token: mother.token, wearer, body: range(high) });
  const grandfather = await personOf(api, 'George');
  await letFollow(api, { owner: mother, follower: grandfather, wearer: ada });
  return { mother, grandfather, own, ada, ben };
}

const remove = async (api: TestApi, owner: Person, wearer: string) => {
  const { follows } = (await api.send(listFollows, { token: owner.token, wearer })).json<
    ReplyOf<typeof listFollows>
  >();
  return api.send(endFollow, { token: owner.token, wearer, body: { id: follows[0]?.id } });
};

describe('the wearers of an account', () => {
  eachEngine((open) => {
    test('[PPL-1] [PPL-2] an account owns up to twenty wearers, the first with its first name', async () => {
      const api = await apiOn(await open());
      const mother = await personOf(api, 'Maria');
      for (let count = 1; count < MAX_WEARERS; count += 1) await addChild(api, mother, `Child ${count}`);
      const more = { name: 'One too many' };
      const refused = await api.send(
        { method: 'POST', path: '/api/v1/People/wearers' },
        { token: mother.token, body: more },
      );
      expect([refused.statusCode, refused.json().type]).toEqual([
        409,
        'urn:tealight:problem:too-many-wearers',
      ]);
      const { wearers } = (await api.send(listWearers, { token: mother.token })).json<
        ReplyOf<typeof listWearers>
      >();
      expect(wearers).toHaveLength(MAX_WEARERS);
      expect(wearers[0]).toMatchObject({ name: 'Maria', role: 'owner', ownerName: null, isShown: false });
      expect(new Set(wearers.map(({ id }) => id)).size).toBe(MAX_WEARERS);
    });

    test('[PPL-1] two wearers added at once never exceed the limit', async () => {
      const api = await apiOn(await open());
      const mother = await personOf(api, 'Maria');
      for (let count = 2; count < MAX_WEARERS; count += 1) await addChild(api, mother, `Child ${count}`);
      await Promise.all(Array.from({ length: 4 }, () => addChild(api, mother, 'Child')));
      expect(await wearersOf(api, mother)).toHaveLength(MAX_WEARERS);
    });

    test('[PPL-2] wearers are renamed and ordered; a follower orders them, too', async () => {
      const api = await apiOn(await open());
      const { mother, grandfather, own, ada, ben } = await openFamily(api);
      await api.send(changeWearer, {
        token: mother.token,
        wearer: ada,
        body: { name: 'Ada B.', birthYear: 2018 },
      });
      await api.send(orderWearers, { token: mother.token, body: { ids: [ben, ada, own] } });
      expect(await wearersOf(api, mother)).toEqual([ben, ada, own]);
      const [georges] = await wearersOf(api, grandfather);
      await api.send(orderWearers, { token: grandfather.token, body: { ids: [ada] } });
      const { wearers } = (await api.send(listWearers, { token: grandfather.token })).json<
        ReplyOf<typeof listWearers>
      >();
      expect(wearers.map(({ name, ownerName, role }) => [name, ownerName, role])).toEqual([
        ['Ada B.', 'Maria', 'follower'],
        ['George', null, 'owner'],
      ]);
      expect(wearers[1]?.id).toBe(georges);
    });

    test('[PPL-4] a wearer is erased after the password; the last one is emptied', async () => {
      const store = await open();
      const api = await apiOn(store);
      const { mother, grandfather, own, ada, ben } = await openFamily(api);
      const removed = (wearer: string, password: string) =>
        api.send(removeWearer, { token: mother.token, wearer, body: { password } });
      expect((await removed(ada, 'Wrong1!x')).statusCode).toBe(403);
      expect((await removed(ada, mother.password)).statusCode).toBe(200);
      expect(await wearersOf(api, grandfather)).toHaveLength(1);
      await removed(ben, mother.password);
      await removed(own, mother.password);
      const [last = ''] = await wearersOf(api, mother);
      expect(last).not.toBe(own);
      expect(await highOf(api, mother, last)).toBeUndefined();
    });
  });
});

describe('which wearer a call is about', () => {
  eachEngine((open) => {
    test('[PPL-17] the header, else the wearer that the session has selected, else the first own one', async () => {
      const api = await apiOn(await open());
      const { mother, ada, ben } = await openFamily(api);
      expect(await highOf(api, mother)).toBe(180);
      await api.send(selectWearer, { token: mother.token, wearer: ada });
      expect(await highOf(api, mother)).toBe(190);
      expect(await highOf(api, mother, ben)).toBe(200);
      expect(await highOf(api, mother)).toBe(190);
    });

    test('[PPL-17] two tablets at two beds never switch each other; a new session begins with the last choice', async () => {
      const api = await apiOn(await open());
      const { mother, ada, ben } = await openFamily(api);
      const { email, password } = mother;
      const newSession = async () =>
        (await api.send(signIn, { body: { email, password } })).json().accessToken;
      const [first, second] = [{ token: await newSession() }, { token: await newSession() }];
      await api.send(selectWearer, { token: first.token, wearer: ada });
      await api.send(selectWearer, { token: second.token, wearer: ben });
      expect([await highOf(api, first), await highOf(api, second)]).toEqual([190, 200]);
      expect(await highOf(api, { token: await newSession() })).toBe(200);
    });

    test('[PPL-18] a right that ends while its wearer is selected is answered 404 once, then the first own wearer is meant', async () => {
      const api = await apiOn(await open());
      const { mother, grandfather, ada } = await openFamily(api);
      await api.send(selectWearer, { token: grandfather.token, wearer: ada });
      expect(await highOf(api, grandfather)).toBe(190);
      await remove(api, mother, ada);
      const next = await api.send(currentUser, { token: grandfather.token });
      expect([next.statusCode, next.json().type]).toEqual([404, 'urn:tealight:problem:no-such-wearer']);
      expect(await highOf(api, grandfather)).toBeUndefined();
      // A client that names the wearer never gets another one.
      expect((await api.send(currentUser, { token: grandfather.token, wearer: ada })).statusCode).toBe(404);
    });

    test('[PPL-18] a new session never begins with a wearer whose right has ended', async () => {
      const api = await apiOn(await open());
      const { mother, grandfather, ada } = await openFamily(api);
      await api.send(selectWearer, { token: grandfather.token, wearer: ada });
      await remove(api, mother, ada);
      const { email, password } = grandfather;
      const { accessToken: token } = (await api.send(signIn, { body: { email, password } })).json();
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
    });

    test('[PPL-19] the remote browser signs in for the wearer that the token names, with the right to manage sources', async () => {
      const store = await open();
      const api = await apiOn(store);
      const { mother, grandfather, ada } = await openFamily(api);
      const signedInBy = signedInForSources(api.dependencies);
      const [own, adas] = [await signedInBy(mother.token), await signedInBy(`${mother.token}.${ada}`)];
      expect([own, adas]).toMatchObject([{ wearerId: 1 }, { wearerId: 2 }]);
      expect(own?.accountId).toBe(adas?.accountId);
      expect(await signedInBy(`${grandfather.token}.${ada}`)).toBeNull();
      expect(await signedInBy('made-up')).toBeNull();
    });

    test('[PPL-14] unknown and forbidden wearers are answered alike', async () => {
      const api = await apiOn(await open());
      const { grandfather, ben } = await openFamily(api);
      const answers = await Promise.all(
        [ben, '000000000000', '', 'x'.repeat(500), '1', "' or 1=1 --"].map(async (wearer) => {
          const answer = await api.send(currentUser, { token: grandfather.token, wearer });
          return [answer.statusCode, answer.body];
        }),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.[0]).toBe(404);
    });

    test('[PPL-22] a follower sees the wearer in a unit of their own; the setpoints stay in the wearer’s', async () => {
      const store = await open();
      const units: unknown[] = [];
      const api = await apiOn(store, {
        readingsFor: async (_, unit) => {
          units.push(unit);
          return { data: { unit: unit ?? 'mg/dL', currentCgmReading: null, previousCgmReading: null } };
        },
      });
      const { grandfather, ada } = await openFamily(api);
      const body = { unit: 'mmol/L', alias: 'Little Ada' };
      await api.send(saveFollowSettings, { token: grandfather.token, wearer: ada, body });
      await api.send(
        { method: 'GET', path: '/api/v1/Readings/current-user-readings' },
        {
          token: grandfather.token,
          wearer: ada,
        },
      );
      expect(units).toEqual(['mmol/L']);
      expect(await highOf(api, grandfather, ada)).toBe(190);
      const { glances } = (await api.send(wearerGlances, { token: grandfather.token })).json<
        ReplyOf<typeof wearerGlances>
      >();
      expect(glances.find(({ id }) => id === ada)?.unit).toBe('mmol/L');
      const { wearers } = (await api.send(listWearers, { token: grandfather.token })).json<
        ReplyOf<typeof listWearers>
      >();
      expect(wearers.find(({ id }) => id === ada)).toMatchObject({ name: 'Ada', alias: 'Little Ada' });
    });
  });
});
