import {
  currentUser,
  endFollow,
  leaveWearer,
  listFollows,
  type ReplyOf,
  removeWearer,
  saveRange,
  selectWearer,
} from '@tealight/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import {
  addChild,
  inviteTo,
  letFollow,
  ownWearer,
  type Person,
  personOf,
} from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

/** Setpoints from here on tell which wearer an answer is about. */
const FIRST_HIGH = 200;

type World = {
  people: Person[];
  /** Public ids, in the order in which they were added; the setpoint `high` is the place in this list. */
  wearers: string[];
  /** Who may see whom: `person wearer`, by their places. */
  may: Set<string>;
  /** The owner of each wearer, by place; null when it is removed. */
  owners: (number | null)[];
};

async function addTo(api: TestApi, world: World, owner: number, id: string): Promise<void> {
  const { token = '' } = world.people[owner] ?? {};
  const range = { unit: 'mg/dL', high: FIRST_HIGH + world.wearers.length, inRange: 110, low: 70 };
  await api.send(saveRange, { token, wearer: id, body: range });
  world.may.add(`${owner} ${world.wearers.length}`);
  world.wearers.push(id);
  world.owners.push(owner);
}

async function openWorld(api: TestApi): Promise<World> {
  const people = [await personOf(api, 'Ada'), await personOf(api, 'Ben'), await personOf(api, 'Cleo')];
  const world: World = { people, wearers: [], may: new Set(), owners: [] };
  for (const [index, person] of people.entries())
    await addTo(api, world, index, await ownWearer(api, person));
  return world;
}

type Kind = 'add' | 'follow' | 'end' | 'leave' | 'select' | 'remove';
type Action = { kind: Kind; person: number; wearer: number };

const actions: Readonly<Record<Kind, (api: TestApi, world: World, action: Action) => Promise<void>>> = {
  async add(api, world, { person }) {
    const owner = world.people[person];
    if (owner !== undefined) await addTo(api, world, person, await addChild(api, owner, 'Child'));
  },
  async follow(api, world, { person, wearer }) {
    const ownerIndex = world.owners[wearer] ?? null;
    const [owner, follower, id] = [
      world.people[ownerIndex ?? -1],
      world.people[person],
      world.wearers[wearer],
    ];
    if (owner === undefined || follower === undefined || id === undefined || ownerIndex === person) return;
    await letFollow(api, { owner, follower, wearer: id });
    world.may.add(`${person} ${wearer}`);
  },
  async end(api, world, { person, wearer }) {
    const owner = world.people[world.owners[wearer] ?? -1];
    const [follower, id] = [world.people[person], world.wearers[wearer]];
    if (owner === undefined || id === undefined || world.owners[wearer] === person) return;
    const { token } = owner;
    const { follows } = (await api.send(listFollows, { token, wearer: id })).json<
      ReplyOf<typeof listFollows>
    >();
    const follow = follows.find(({ email }) => email === follower?.email);
    if (follow === undefined) return;
    await api.send(endFollow, { token, wearer: id, body: { id: follow.id } });
    world.may.delete(`${person} ${wearer}`);
  },
  async leave(api, world, { person, wearer }) {
    const { token = '' } = world.people[person] ?? {};
    const answer = await api.send(leaveWearer, { token, wearer: world.wearers[wearer] });
    if (answer.statusCode === 200) world.may.delete(`${person} ${wearer}`);
  },
  async select(api, world, { person, wearer }) {
    const { token = '' } = world.people[person] ?? {};
    await api.send(selectWearer, { token, wearer: world.wearers[wearer] });
  },
  async remove(api, world, { person, wearer }) {
    const { token = '', password } = world.people[person] ?? {};
    const answer = await api.send(removeWearer, { token, wearer: world.wearers[wearer], body: { password } });
    if (answer.statusCode !== 200) return;
    for (const pair of [...world.may]) if (pair.endsWith(` ${wearer}`)) world.may.delete(pair);
    world.owners[wearer] = null;
  },
};

/** Whose data a call of this person is answered with: the place of the wearer; null without one. */
async function answeredFor(api: TestApi, person: Person, wearer?: string): Promise<number | null> {
  const answer = await api.send(currentUser, { token: person.token, wearer });
  const high = answer.statusCode === 200 ? answer.json<ReplyOf<typeof currentUser>>().rangeSetup?.high : null;
  return high == null ? null : high - FIRST_HIGH;
}

const action = fc.record({
  kind: fc.constantFrom<Kind>('add', 'follow', 'follow', 'end', 'leave', 'select', 'select', 'remove'),
  person: fc.nat(2),
  wearer: fc.nat(5),
});

describe('[PPL-14] [PPL-18] nobody ever gets the data of the wrong person', () => {
  eachEngine((open) => {
    test('whatever is added, followed, ended, selected and removed, and whatever is asked at the same time', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const world = await openWorld(api);
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (sequence) => {
          for (const one of sequence) {
            const isPossible =
              one.kind === 'add' ? world.wearers.length < 20 : world.wearers[one.wearer] !== undefined;
            if (!isPossible) continue;
            // Calls that run while rights change may see either state, but never a wearer who was in neither.
            const before = new Set(world.may);
            const asked = world.people.flatMap((person, index) =>
              [undefined, ...world.wearers].map(async (id) => ({
                index,
                id,
                got: await answeredFor(api, person, id),
              })),
            );
            await actions[one.kind](api, world, one);
            for (const { index, id, got } of await Promise.all(asked)) {
              if (got === null) continue;
              const pair = `${index} ${got}`;
              expect(before.has(pair) || world.may.has(pair)).toBe(true);
              if (id !== undefined) expect(world.wearers[got]).toBe(id);
            }
            for (const [index, person] of world.people.entries()) {
              for (const [place, id] of world.wearers.entries()) {
                const expected = world.may.has(`${index} ${place}`) ? place : null;
                expect(await answeredFor(api, person, id)).toBe(expected);
              }
            }
          }
        }),
        { numRuns: 8 },
      );
    });

    test('of an invitation that is withdrawn while it is answered, either nothing or a follow comes', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { people, wearers } = await openWorld(api);
      const [ada, ben] = people;
      const [adas = ''] = wearers;
      if (ada === undefined || ben === undefined) throw new Error('Nobody is here');
      for (let count = 0; count < 5; count += 1) {
        const token = await inviteTo(api, ada, adas);
        const list = { method: 'GET', path: '/api/v1/People/invitations' } as const;
        const { invitations } = (await api.send(list, { token: ada.token, wearer: adas })).json();
        const [answered] = await Promise.all([
          api.send(
            { method: 'POST', path: '/api/v1/People/invitations/answer' },
            { token: ben.token, body: { token, accept: true } },
          ),
          api.send(
            { method: 'POST', path: '/api/v1/People/invitations/withdraw' },
            { token: ada.token, wearer: adas, body: { id: invitations[0].id } },
          ),
        ]);
        const sees = (await answeredFor(api, ben, adas)) !== null;
        expect([answered.statusCode, sees]).toEqual(sees ? [200, true] : [410, false]);
        if (sees) await api.send(leaveWearer, { token: ben.token, wearer: adas });
      }
    });
  });
});
