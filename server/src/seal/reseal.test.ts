import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { openResealing, resealAll } from './reseal.ts';
import { sealWith } from './seal.ts';

const OLD = 'the old key, long enough to be one';
const NEW = 'the new key, long enough to be one';

describe('[SRC-4] a change of keys', () => {
  eachEngine((open) => {
    test('seals everything anew, so that the old key can go', async () => {
      const store = await open();
      const before = sealWith([OLD]);
      const wearers = await Promise.all(Array.from({ length: 450 }, () => newWearer(store)));
      for (const wearerId of wearers) {
        const sealedLogin = before.close(`login ${wearerId}`, { wearerId, what: 'login' });
        const sealedSession = before.close(`session ${wearerId}`, { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { sealedLogin, sealedSession }), 1);
      }
      expect(await resealAll(store.connections, sealWith([NEW, OLD]))).toEqual({ sealed: 900, closed: 0 });
      expect(await resealAll(store.connections, sealWith([NEW, OLD]))).toEqual({ sealed: 0, closed: 0 });
      const after = sealWith([NEW]);
      for (const wearerId of wearers) {
        const kept = await store.connections.find(wearerId);
        expect(after.open(kept?.sealedLogin ?? '', { wearerId, what: 'login' })).toBe(`login ${wearerId}`);
        expect(after.open(kept?.sealedSession ?? '', { wearerId, what: 'session' })).toBe(
          `session ${wearerId}`,
        );
      }
    }, 20_000);

    test('leaves alone what no key opens, and says how much that is', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(
        connected(wearerId, { sealedLogin: null, sealedSession: '1.lost.AAAA' }),
        1,
      );
      expect(await resealAll(store.connections, sealWith([NEW]))).toEqual({ sealed: 0, closed: 1 });
      expect(await store.connections.find(wearerId)).toMatchObject({ sealedSession: '1.lost.AAAA' });
    });

    test('goes on beside everything else, and says in the log how much it was', async () => {
      const store = await open();
      const lines: unknown[] = [];
      const say = (line: unknown) => void lines.push(line);
      for (const key of [OLD, 'a key that nobody has any more, alas']) {
        const wearerId = await newWearer(store);
        const sealedSession = sealWith([key]).close('session', { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { sealedLogin: null, sealedSession }), 1);
      }
      const log = { info: say, warn: say, error: say };
      await openResealing(store.connections, sealWith([NEW, OLD]), log)[Symbol.asyncDispose]();
      expect(lines).toEqual([
        { event: 'resealed', sealed: 1 },
        expect.objectContaining({ event: 'secret-key-lost', count: 1 }),
      ]);
    });

    test('never puts back a session that was renewed meanwhile', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId, { sealedSession: 'old' }), 1);
      await store.connections.keepSession(wearerId, 1, 'renewed');
      expect(
        await store.connections.replaceSealed(wearerId, 'session', { old: 'old', anew: 'old again' }),
      ).toBe(false);
      expect(await store.connections.find(wearerId)).toMatchObject({ sealedSession: 'renewed' });
    });
  });
});
