import { mailSettings, saveMailSettings } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

describe('the email settings of a wearer', () => {
  eachEngine((open) => {
    test('are on by default, and each wearer changes only their own', async () => {
      const api = await apiOn(await open());
      const [ada, ben] = [await api.signedIn(), await api.signedIn({ email: 'ben@example.org' })];
      const of = async (token: string) => (await api.send(mailSettings, { token })).json();
      expect(await of(ada)).toEqual({ data: { lostSource: true } });
      for (const lostSource of [true, false]) {
        const answer = await api.send(saveMailSettings, { token: ada, body: { lostSource } });
        expect(answer.json()).toEqual({ isSuccess: true });
        expect([await of(ada), await of(ben)]).toEqual([
          { data: { lostSource } },
          { data: { lostSource: true } },
        ]);
      }
    });
  });
});
