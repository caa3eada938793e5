import {
  answerInvitation,
  type Change,
  changeFollow,
  confirmHandOver,
  endFollow,
  listFollows,
  listInvitations,
  listShareLinks,
  lookAtInvitation,
  makeShareLink,
  newConnectionCode,
  offerHandOver,
  type ReplyOf,
  type Right,
  readAudit,
  rotateShareLink,
  type ShareScope,
  sharedNow,
  withdrawInvitation,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { addChild, inviteTo, letFollow, type Person, personOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

type OwnerBecomes = 'carer' | 'nobody';
const carersRights: Right[] = ['see-now', 'see-day', 'see-history', 'invite', 'links'];

const share = async (api: TestApi, { token }: Person, wearer: string, scope: ShareScope = 'now') => {
  const body = { name: `A link: ${scope}`, scope, lasts: 'never' };
  const { id, link } = (await api.send(makeShareLink, { token, wearer, body })).json();
  return { id, secret: String(link).replace(/.*#/, '') };
};
const opens = async (api: TestApi, { secret }: { secret: string }) =>
  (await api.send(sharedNow, { share: secret })).statusCode === 200;
const accept = async (api: TestApi, { token }: Person, invitation: string) =>
  (await api.send(answerInvitation, { token, body: { token: invitation, accept: true } })).statusCode;
const followOf = async (api: TestApi, { token }: Person, wearer: string) =>
  (await api.send(listFollows, { token, wearer })).json<ReplyOf<typeof listFollows>>().follows[0]?.id;

/** The token of an offer to take over. */
async function offer(api: TestApi, from: Person, to: Person, wearer: string, ownerBecomes: OwnerBecomes) {
  const body = { email: to.email, ownerBecomes };
  await api.send(offerHandOver, { token: from.token, wearer, body });
  return (await api.queuedMails()).at(-1)?.text.match(/join#([\w-]+)/)?.[1] ?? '';
}

async function handOver(api: TestApi, from: Person, to: Person, wearer: string, ownerBecomes: OwnerBecomes) {
  await accept(api, to, await offer(api, from, to, wearer, ownerBecomes));
  for (const { token, password } of [from, to])
    await api.send(confirmHandOver, { token, wearer, body: { password } });
}

/** A mother and her daughter's wearer, whom a carer with the rights to invite and to share looks after. */
async function family(api: TestApi) {
  const [mother, daughter] = [await personOf(api, 'Maria'), await personOf(api, 'Ada')];
  const [carer, other] = [await personOf(api, 'George'), await personOf(api, 'Ben')];
  const wearer = await addChild(api, mother, 'Ada');
  const given = { role: 'carer' as const, rights: carersRights };
  await letFollow(api, { owner: mother, follower: carer, wearer }, given);
  return { mother, daughter, carer, other, wearer };
}

describe('what somebody has offered to others', () => {
  eachEngine((open) => {
    test.each(['carer', 'nobody'] as const)(
      '[PPL-25] invitations and offers of a former owner end with the hand-over, who becomes %s',
      async (ownerBecomes) => {
        const api = await apiOn(await open(), { budgets: noBudgets });
        const { mother, daughter, carer, other, wearer } = await family(api);
        const link = await inviteTo(api, mother, wearer, { role: 'carer' });
        const second = await offer(api, mother, other, wearer, ownerBecomes);
        const carers = await inviteTo(api, carer, wearer);
        await handOver(api, mother, daughter, wearer, ownerBecomes);
        expect((await api.send(lookAtInvitation, { body: { token: link } })).statusCode).toBe(410);
        expect(await accept(api, mother, link)).toBe(410);
        expect(await accept(api, other, second)).toBe(410);
        expect(await accept(api, other, carers)).toBe(200);
      },
    );

    test('[PPL-25] share links whose secret the former owner knows end with the hand-over, unless they stay as carer', async () => {
      for (const ownerBecomes of ['carer', 'nobody'] as const) {
        const api = await apiOn(await open(), { budgets: noBudgets });
        const { mother, daughter, carer, wearer } = await family(api);
        const [mothers, carers, rotated] = [
          await share(api, mother, wearer),
          await share(api, carer, wearer),
          await share(api, carer, wearer),
        ];
        const body = { id: rotated.id };
        const { link } = (await api.send(rotateShareLink, { token: mother.token, wearer, body })).json();
        await handOver(api, mother, daughter, wearer, ownerBecomes);
        const goesOn = ownerBecomes === 'carer';
        expect(await opens(api, mothers)).toBe(goesOn);
        expect(await opens(api, { secret: link.replace(/.*#/, '') })).toBe(goesOn);
        expect(await opens(api, carers)).toBe(true);
      }
    });

    test('[PPL-25] [PPL-32] a new code that waited for the hand-over is the former owner’s own, not the new owner’s', async () => {
      const store = await open();
      let meanwhile = async () => {};
      const allows: typeof noBudgets.allows = async () => {
        const work = meanwhile;
        meanwhile = async () => {};
        await work();
        return true;
      };
      const api = await apiOn(store, { budgets: { ...noBudgets, allows } });
      const { mother, daughter, wearer } = await family(api);
      // After the call was allowed, and before it changes anything.
      meanwhile = () => handOver(api, mother, daughter, wearer, 'carer');
      const answer = await api.send(newConnectionCode, { token: mother.token, wearer });
      expect(answer.statusCode).toBe(200);
      const { connectionCode } = answer.json();
      expect(await store.codes.find(connectionCode)).toMatchObject({ accountId: mother.accountId });
    });

    test('[PPL-25] a former owner who becomes nobody gets no weekly email about the alarms', async () => {
      const store = await open();
      const api = await apiOn(store, { budgets: noBudgets });
      const { mother, daughter, wearer } = await family(api);
      const { id = 0 } = (await store.wearers.ofAccount(mother.accountId)).at(-1) ?? {};
      const [owner] = await store.alarmRecipients.ofWearers([id]);
      if (owner === undefined) throw new Error('no recipient');
      const settings = { ...owner.settings, weeklyMail: true };
      await store.alarmRecipients.save(id, mother.accountId, settings, api.clock.at);
      const due = () => store.weeklyMails.due(api.clock.at + 10 * 86_400_000);
      expect(await due()).toEqual([mother.accountId]);
      await handOver(api, mother, daughter, wearer, 'nobody');
      expect(await due()).toEqual([]);
    });

    test('[PPL-24] [PPL-33] share links of a carer who is removed end, and the record says so', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { mother, carer, wearer } = await family(api);
      const [mothers, carers] = [await share(api, mother, wearer), await share(api, carer, wearer)];
      const { token } = mother;
      const body = { id: await followOf(api, mother, wearer) };
      await api.send(endFollow, { token, wearer, body });
      expect([await opens(api, mothers), await opens(api, carers)]).toEqual([true, false]);
      const { links } = (await api.send(listShareLinks, { token, wearer })).json<
        ReplyOf<typeof listShareLinks>
      >();
      expect(links.map(({ id }) => id)).toEqual([mothers.id]);
      const { entries } = (await api.send(readAudit, { token, wearer })).json<ReplyOf<typeof readAudit>>();
      expect(entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['follower-removed', 'link-ended']),
      );
    });

    test('[PPL-6] share links of a carer end with the right to make them, and where they show more than the carer sees', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { mother, carer, wearer } = await family(api);
      const [now, history] = [await share(api, carer, wearer), await share(api, carer, wearer, 'history')];
      const id = await followOf(api, mother, wearer);
      const leave = (rights: Right[]) =>
        api.send(changeFollow, { token: mother.token, wearer, body: { id, role: 'carer', rights } });
      await leave(['see-now', 'see-day', 'links']);
      expect([await opens(api, now), await opens(api, history)]).toEqual([true, false]);
      await leave(['see-now', 'see-day']);
      expect(await opens(api, now)).toBe(false);
    });

    test.each(['follower', 'owner'] as const)(
      '[PPL-5] [PPL-23] who accepts a further invitation, as %s, keeps what they may do: only the owner takes it away',
      async (invitedAs) => {
        const store = await open();
        const api = await apiOn(store, { budgets: noBudgets });
        const { mother, carer, wearer } = await family(api);
        const { token } = carer;
        const link = await share(api, carer, wearer, 'history');
        const invitation =
          invitedAs === 'owner'
            ? await offer(api, mother, carer, wearer, 'carer')
            : await inviteTo(api, mother, wearer, { role: 'follower', rights: ['see-now', 'get-alarms'] });
        expect(await accept(api, carer, invitation)).toBe(200);
        const [follow] = (await api.send(listFollows, { token: mother.token, wearer })).json<
          ReplyOf<typeof listFollows>
        >().follows;
        expect(follow?.role).toBe('carer');
        expect(follow?.rights).toEqual(expect.arrayContaining([...carersRights, 'get-alarms']));
        expect(await opens(api, link)).toBe(true);
        const again = await inviteTo(api, carer, wearer);
        expect((await api.send(lookAtInvitation, { body: { token: again } })).statusCode).toBe(200);
        expect((await api.send(listShareLinks, { token, wearer })).statusCode).toBe(200);
      },
    );

    test('[PPL-5] only the owner sees that a wearer is offered to somebody, and takes the offer back', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { mother, daughter, carer, wearer } = await family(api);
      const changed: Change[] = [];
      api.dependencies.store.changes.subscribe((_wearerId, change) => void changed.push(change));
      const token = await offer(api, mother, daughter, wearer, 'carer');
      const listed = async (person: Person) =>
        (await api.send(listInvitations, { token: person.token, wearer })).json<
          ReplyOf<typeof listInvitations>
        >().invitations;
      const [{ id } = { id: 0 }] = await listed(mother);
      expect(await listed(carer)).toEqual([]);
      const withdraw = (person: Person) =>
        api.send(withdrawInvitation, { token: person.token, wearer, body: { id } });
      expect((await withdraw(carer)).json()).toMatchObject({
        type: 'urn:tealight:problem:no-such-invitation',
      });
      await api.send(answerInvitation, { token: daughter.token, body: { token, accept: false } });
      expect(changed.filter((change) => change === 'people')).toHaveLength(2);
      expect((await withdraw(mother)).statusCode).toBe(200);
      expect(await listed(mother)).toEqual([]);
      const { entries } = (await api.send(readAudit, { token: mother.token, wearer })).json<
        ReplyOf<typeof readAudit>
      >();
      expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invitation-declined']));
      expect(entries.map(({ kind }) => kind)).not.toContain('invitation-withdrawn');
    });

    test('[PPL-6] an invitation opens nothing once who made it may not invite any more', async () => {
      const store = await open();
      const api = await apiOn(store, { budgets: noBudgets });
      const { mother, carer, other, wearer } = await family(api);
      const token = await inviteTo(api, carer, wearer);
      const wearerId = (await store.follows.wearersOf(carer.accountId))[0] ?? 0;
      // As where the invitation is stored in the moment in which the right is taken.
      await store.follows.change(wearerId, carer.accountId, { role: 'carer', rights: ['see-now'] });
      expect((await api.send(lookAtInvitation, { body: { token } })).statusCode).toBe(410);
      expect(await accept(api, other, token)).toBe(410);
      await store.follows.change(wearerId, carer.accountId, { role: 'carer', rights: carersRights });
      expect(await accept(api, other, token)).toBe(200);
      const { invitations } = (await api.send(listInvitations, { token: mother.token, wearer })).json();
      expect(invitations).toEqual([]);
    });
  });
});
