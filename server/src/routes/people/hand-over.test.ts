import {
  answerInvitation,
  cancelHandOver,
  confirmHandOver,
  currentUser,
  MAX_WEARERS,
  offerHandOver,
  type ReplyOf,
  readAudit,
  readHandOver,
  removeWearer,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { addChild, ownWearer, type Person, personOf, wearersOf } from '../../../test/followers/family.ts';
import { handOverDue } from './take-over.ts';

const DAY = 86_400_000;

/** A mother has offered her daughter's wearer to the daughter, who has accepted. */
async function agreed(api: TestApi, ownerBecomes: 'carer' | 'nobody' = 'carer') {
  const [mother, daughter] = [await personOf(api, 'Maria'), await personOf(api, 'Ada')];
  const wearer = await addChild(api, mother, 'Ada');
  const body = { email: daughter.email, ownerBecomes };
  await api.send(offerHandOver, { token: mother.token, wearer, body });
  const token = (await api.queuedMails()).at(-1)?.text.match(/join#([\w-]+)/)?.[1];
  const answer = await api.send(answerInvitation, { token: daughter.token, body: { token, accept: true } });
  return { mother, daughter, wearer, answer };
}
/** Adds wearers to somebody with one, until the account has as many as it may have. Returns the added ones. */
const fill = (api: TestApi, person: Person) =>
  Promise.all(Array.from({ length: MAX_WEARERS - 1 }, () => addChild(api, person, 'Ben')));
const confirm = (api: TestApi, { token, password }: Person, wearer: string) =>
  api.send(confirmHandOver, { token, wearer, body: { password } });
const read = async (api: TestApi, { token }: Person, wearer: string) =>
  (await api.send(readHandOver, { token, wearer })).json<ReplyOf<typeof readHandOver>>().handOver;
const codeOf = async (api: TestApi, { token }: Person, wearer: string) =>
  (await api.send(currentUser, { token, wearer })).json<ReplyOf<typeof currentUser>>().connectionCode;

describe('[PPL-25] a hand-over', () => {
  eachEngine((open) => {
    test('takes effect three days after both agreed, and both get an email', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer, answer } = await agreed(api);
      expect(answer.json()).toEqual({
        wearer,
        takesEffectAt: new Date(api.clock.at + 3 * DAY).toISOString(),
      });
      expect(await read(api, mother, wearer)).toMatchObject({
        toName: 'Ada Lovelace',
        fromName: 'Maria Lovelace',
        isConfirmed: false,
      });
      const [mothers, daughters] = [await codeOf(api, mother, wearer), await codeOf(api, daughter, wearer)];
      api.clock.at += 3 * DAY - 1;
      await handOverDue(api.dependencies);
      expect((await api.send(readAudit, { token: mother.token, wearer })).statusCode).toBe(200);
      api.clock.at += 1;
      await handOverDue(api.dependencies);
      expect((await api.send(readAudit, { token: mother.token, wearer })).statusCode).toBe(403);
      expect((await api.send(readAudit, { token: daughter.token, wearer })).statusCode).toBe(200);
      // Lamps go on: each account keeps its code.
      expect([await codeOf(api, mother, wearer), await codeOf(api, daughter, wearer)]).toEqual([
        mothers,
        daughters,
      ]);
      const mails = (await api.queuedMails()).slice(-4).map(({ recipient, subject }) => [recipient, subject]);
      expect(mails).toEqual([
        [mother.email, 'Ada will be handed over'],
        [daughter.email, 'Ada will be handed over'],
        [mother.email, 'Ada was handed over'],
        [daughter.email, 'Ada was handed over'],
      ]);
    });

    test('takes effect at once when both confirm it with their passwords on one day', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api, 'nobody');
      expect((await confirm(api, { ...mother, password: 'Wrong1!xx' }, wearer)).statusCode).toBe(403);
      expect((await confirm(api, mother, wearer)).json()).toEqual({ handedOver: false });
      expect((await read(api, mother, wearer))?.isConfirmed).toBe(true);
      expect((await read(api, daughter, wearer))?.isConfirmed).toBe(false);
      expect((await confirm(api, daughter, wearer)).json()).toEqual({ handedOver: true });
      expect(await wearersOf(api, mother)).not.toContain(wearer);
      expect(await read(api, daughter, wearer)).toBeNull();
    });

    test('both press Confirm twice, all at once: one hand-over, and no call fails', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api);
      const answers = await Promise.all(
        [mother, daughter, daughter, mother].map((person) => confirm(api, person, wearer)),
      );
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
      const audit = await api.send(readAudit, { token: daughter.token, wearer });
      const { entries } = audit.json<ReplyOf<typeof readAudit>>();
      expect(entries.filter(({ kind }) => kind === 'handed-over')).toHaveLength(1);
    });

    test('two confirmations on different days wait for the third day, unless the first confirms again', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api);
      await confirm(api, mother, wearer);
      api.clock.at += DAY;
      expect((await confirm(api, daughter, wearer)).json()).toEqual({ handedOver: false });
      expect((await read(api, mother, wearer))?.isConfirmed).toBe(false);
      expect((await read(api, daughter, wearer))?.isConfirmed).toBe(true);
      expect((await confirm(api, mother, wearer)).json()).toEqual({ handedOver: true });
    });

    test('[OPS-2] does not take effect while the clock may be wrong', async () => {
      const api = await apiOn(await open());
      const { mother, wearer } = await agreed(api);
      api.clock.at += 3 * DAY;
      await handOverDue({ ...api.dependencies, erasingTime: async () => null });
      expect((await api.send(readAudit, { token: mother.token, wearer })).statusCode).toBe(200);
    });

    test('can be canceled by either until then, and by nobody else', async () => {
      const api = await apiOn(await open());
      const { daughter, wearer } = await agreed(api);
      expect((await api.send(cancelHandOver, { token: daughter.token, wearer })).statusCode).toBe(200);
      api.clock.at += 4 * DAY;
      await handOverDue(api.dependencies);
      expect((await api.send(readAudit, { token: daughter.token, wearer })).statusCode).toBe(403);
      expect((await api.send(cancelHandOver, { token: daughter.token, wearer })).statusCode).toBe(404);
    });

    test('that is due while the new owner has too many wearers ends, with an email to both and an entry', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api);
      await fill(api, daughter);
      api.clock.at += 3 * DAY;
      await handOverDue(api.dependencies);
      expect(await read(api, mother, wearer)).toBeNull();
      const mails = (await api.queuedMails()).slice(-2).map(({ recipient, subject }) => [recipient, subject]);
      expect(mails).toEqual([
        [mother.email, 'Ada was not handed over'],
        [daughter.email, 'Ada was not handed over'],
      ]);
      const audit = await api.send(readAudit, { token: mother.token, wearer });
      expect(audit.json<ReplyOf<typeof readAudit>>().entries[0]).toMatchObject({
        kind: 'hand-over-failed',
        about: 'Ada Lovelace',
      });
      const count = (await api.queuedMails()).length;
      await handOverDue(api.dependencies);
      expect(await api.queuedMails()).toHaveLength(count);
    });

    test('that both confirm while the new owner has too many wearers says so, and can be confirmed again', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api);
      const others = await fill(api, daughter);
      await confirm(api, mother, wearer);
      expect((await confirm(api, daughter, wearer)).json()).toMatchObject({
        type: 'urn:tealight:problem:too-many-wearers',
      });
      expect((await read(api, daughter, wearer))?.isConfirmed).toBe(false);
      const removal = { token: daughter.token, wearer: others[0], body: { password: daughter.password } };
      expect((await api.send(removeWearer, removal)).statusCode).toBe(200);
      expect((await confirm(api, daughter, wearer)).json()).toEqual({ handedOver: true });
    });

    test('says to its owner who confirms last that the new owner has too many wearers', async () => {
      const api = await apiOn(await open());
      const { mother, daughter, wearer } = await agreed(api);
      await confirm(api, daughter, wearer);
      await fill(api, daughter);
      expect((await confirm(api, mother, wearer)).json()).toMatchObject({
        type: 'urn:tealight:problem:new-owner-at-limit',
      });
      expect((await read(api, mother, wearer))?.isConfirmed).toBe(false);
    });

    test('of the only wearer leaves its former owner an empty one', async () => {
      const api = await apiOn(await open());
      const [mother, daughter] = [await personOf(api, 'Maria'), await personOf(api, 'Ada')];
      const wearer = await ownWearer(api, mother);
      const body = { email: daughter.email, ownerBecomes: 'nobody' };
      await api.send(offerHandOver, { token: mother.token, wearer, body });
      const token = (await api.queuedMails()).at(-1)?.text.match(/join#([\w-]+)/)?.[1];
      await api.send(answerInvitation, { token: daughter.token, body: { token, accept: true } });
      await confirm(api, mother, wearer);
      await confirm(api, daughter, wearer);
      const [left = ''] = await wearersOf(api, mother);
      expect(left).not.toBe(wearer);
      expect((await api.send(currentUser, { token: mother.token })).statusCode).toBe(200);
    });
  });
});
