import { currentUser, signIn } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const { email, password } = ada;

describe('an account that signs in again and again', () => {
  eachEngine((open) => {
    test('a program that calls itself a new browser each time gets few emails sent and few sessions stored', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      // The first sign-in is not reported, and counts.
      const before = (await api.queuedMails()).length;
      for (let time = 0; time < 12; time += 1) {
        const answer = await api.send(signIn, { body: { email, password }, agent: `Browser${time}/1.0` });
        expect(answer.statusCode).toBe(200);
      }
      expect((await api.queuedMails()).length - before).toBe(9);
      const at = api.clock.at + 1;
      for (let session = 0; session < 250; session += 1)
        await store.sessions.add(
          { hash: `hash ${session}`, accountId: 1, agent: 'x', expiresAt: at + 1e9, wearerId: null },
          at + session,
        );
      const kept = await store.sessions.list(1, at + 250);
      expect(kept).toHaveLength(200);
      // The oldest were removed, which includes the first sign-in.
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
      expect(await store.sessions.find('hash 249', at + 250)).not.toBeNull();
      // After the clock was set back.
      const back = { hash: 'set back', accountId: 1, agent: 'x', expiresAt: at + 1e9, wearerId: null };
      await store.sessions.add(back, at - 1000);
      expect(await store.sessions.find('set back', at)).not.toBeNull();
    });
  });
});
