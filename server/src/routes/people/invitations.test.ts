import {
  answerInvitation,
  invite,
  listFollows,
  listInvitations,
  lookAtInvitation,
  MAX_FOLLOWERS,
  MAX_INVITATIONS,
  type ReplyOf,
  withdrawInvitation,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { inviteTo, ownWearer, type Person, personOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const answerWith = (api: TestApi, { token: session }: Person, token: string, accept = true) =>
  api.send(answerInvitation, { token: session, body: { token, accept } });
const look = (api: TestApi, token: string) => api.send(lookAtInvitation, { body: { token } });
const followsOf = async (api: TestApi, { token }: Person, wearer: string) =>
  (await api.send(listFollows, { token, wearer })).json<ReplyOf<typeof listFollows>>().follows;

async function twoPeople(api: TestApi) {
  const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
  return { maria, george, wearer: await ownWearer(api, maria) };
}

describe('an invitation', () => {
  eachEngine((open) => {
    test('[PPL-12] says before any sign-in who invites, for whom and what it gives, and nothing else', async () => {
      const api = await apiOn(await open());
      const { maria, wearer } = await twoPeople(api);
      const token = await inviteTo(api, maria, wearer, { role: 'follower', rights: ['see-now', 'lamps'] });
      expect((await look(api, token)).json()).toEqual({
        inviterName: 'Maria',
        wearerName: 'Maria',
        role: 'follower',
        rights: ['see-now', 'lamps'],
        expiresAt: new Date(api.clock.at + 7 * DAY).toISOString(),
        isForOneAddress: false,
      });
    });

    test('[PPL-8] [PPL-13] is accepted once, and both get an email', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      const ben = await personOf(api, 'Ben');
      const token = await inviteTo(api, maria, wearer);
      const answers = await Promise.all([answerWith(api, george, token), answerWith(api, ben, token)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
      const [follow] = await followsOf(api, maria, wearer);
      const mails = (await api.queuedMails()).slice(-2).map(({ recipient, subject }) => [recipient, subject]);
      expect(mails).toEqual([
        [maria.email, `${follow?.firstName} Lovelace now follows Maria`],
        [follow?.email, 'You now follow Maria'],
      ]);
    });

    test('[PPL-8] works fifteen minutes as a QR code, and seven days otherwise', async () => {
      const api = await apiOn(await open());
      const { maria, wearer } = await twoPeople(api);
      const [qr, link] = [
        await inviteTo(api, maria, wearer, { kind: 'qr' }),
        await inviteTo(api, maria, wearer, { kind: 'link' }),
      ];
      api.clock.at += 15 * MINUTE - 1;
      expect((await look(api, qr)).statusCode).toBe(200);
      api.clock.at += 1;
      expect((await look(api, qr)).statusCode).toBe(410);
      api.clock.at += 7 * DAY - 15 * MINUTE;
      expect((await look(api, link)).statusCode).toBe(410);
    });

    test('[PPL-9] by email is only for the account with that confirmed address', async () => {
      const api = await apiOn(await open());
      const { maria, george, wearer } = await twoPeople(api);
      const ben = await personOf(api, 'Ben');
      const token = await inviteTo(api, maria, wearer, { kind: 'email', email: 'George@Example.org' });
      const mail = (await api.queuedMails()).at(-1);
      expect([mail?.recipient, mail?.subject]).toEqual([
        'George@Example.org',
        'Maria invites you to follow Maria',
      ]);
      const refused = await answerWith(api, ben, token);
      expect(refused.json()).toMatchObject({ status: 403, type: 'urn:tealight:problem:other-address' });
      expect(refused.body).not.toContain('george');
      expect((await answerWith(api, george, token)).statusCode).toBe(200);
    });

    test('[PPL-9] an invitation to an address is answered alike with and without an account', async () => {
      const api = await apiOn(await open());
      const { maria, wearer } = await twoPeople(api);
      const shapeOf = async (email: string) => {
        const body = { kind: 'email', email, role: 'follower' };
        const { id, ...rest } = (await api.send(invite, { token: maria.token, wearer, body })).json();
        return rest;
      };
      expect(await shapeOf('george@example.org')).toEqual(await shapeOf('nobody@example.org'));
    });

    test('[PPL-11] spent, withdrawn, expired, declined and made-up tokens are answered alike', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { maria, george, wearer } = await twoPeople(api);
      const expired = await inviteTo(api, maria, wearer, { kind: 'qr' });
      api.clock.at += 16 * MINUTE;
      const [spent, withdrawn, declined] = [
        await inviteTo(api, maria, wearer),
        await inviteTo(api, maria, wearer),
        await inviteTo(api, maria, wearer),
      ];
      await answerWith(api, george, spent);
      await answerWith(api, george, declined, false);
      const { invitations } = (await api.send(listInvitations, { token: maria.token, wearer })).json<
        ReplyOf<typeof listInvitations>
      >();
      expect(invitations.map(({ state }) => state)).toEqual(['declined', 'open']);
      const body = { id: invitations[1]?.id };
      await api.send(withdrawInvitation, { token: maria.token, wearer, body });
      const bodies = new Set<string>();
      for (const token of [spent, withdrawn, expired, declined, 'x'.repeat(43), 'é']) {
        for (const answer of [await look(api, token), await answerWith(api, george, token)])
          bodies.add(`${answer.statusCode} ${answer.body}`);
      }
      expect([...bodies]).toEqual([expect.stringMatching(/^410 .*link-expired/)]);
    });

    test('[PPL-11] a token that opens nothing takes as long as one that does', async () => {
      const api = await apiOn(await open(), { evenMs: 80 });
      const { maria, wearer } = await twoPeople(api);
      const token = await inviteTo(api, maria, wearer);
      for (const one of [token, 'x'.repeat(43)]) {
        const start = performance.now();
        await look(api, one);
        expect(performance.now() - start).toBeGreaterThan(78);
      }
    });

    test('[PPL-8] a wearer has at most ten open invitations, an account makes ten in an hour', async () => {
      const store = await open();
      const api = await apiOn(store);
      const { maria, wearer } = await twoPeople(api);
      const body = { kind: 'link', role: 'follower' };
      const made = () => api.send(invite, { token: maria.token, wearer, body });
      for (let count = 0; count < MAX_INVITATIONS; count += 1) expect((await made()).statusCode).toBe(200);
      expect((await made()).statusCode).toBe(429);
      api.clock.at += 6 * MINUTE;
      expect((await made()).json()).toMatchObject({ type: 'urn:tealight:problem:too-many-invitations' });
    });

    test('[PPL-8] at most twenty people follow a wearer, also when the last two accept at once', async () => {
      const store = await open();
      const api = await apiOn(store, { budgets: noBudgets });
      const { maria, george, wearer } = await twoPeople(api);
      const ben = await personOf(api, 'Ben');
      const tokens = [await inviteTo(api, maria, wearer), await inviteTo(api, maria, wearer)];
      for (let count = 1; count < MAX_FOLLOWERS; count += 1) {
        const person = {
          passwordHash: 'none',
          firstName: 'Relative',
          lastName: 'Relative',
          location: 'GB',
          phone: null,
        };
        const relative = await store.accounts.add({ email: `relative-${count}@example.org`, ...person }, 0);
        await store.follows.save(1, relative ?? 0, { role: 'follower', rights: ['see-now'] }, 0);
      }
      const answers = await Promise.all([
        answerWith(api, george, tokens[0] ?? ''),
        answerWith(api, ben, tokens[1] ?? ''),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(await followsOf(api, maria, wearer)).toHaveLength(MAX_FOLLOWERS);
    });
  });
});
