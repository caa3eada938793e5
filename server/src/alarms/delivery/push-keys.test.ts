import { describe, expect, test, vi } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { eachEngine } from '../../../test/engines.ts';
import { newWearer } from '../../../test/wearers.ts';
import { encryptionWith } from '../../encryption/cipher.ts';
import { pushKeysOf } from './push-keys.ts';

const [OLD, NEW] = ['the first key of this test, long enough', 'another key of this test, long enough'];

describe('the keys for push services', () => {
  eachEngine((open) => {
    const opened = async () => {
      const store = await open();
      const onLost = vi.fn();
      const keysOf = async (...secrets: [string, ...string[]]) => {
        const keys = await pushKeysOf({ store, encryption: encryptionWith(secrets), onLost });
        return keys?.publicKey ?? null;
      };
      const signIn = async (wearerId: number, secret: string) => {
        const encryptedSession = encryptionWith([secret]).encrypt('{}', { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { encryptedSession }), 1);
      };
      return { store, keysOf, signIn, onLost };
    };

    test('[ALM-31] are made once for all nodes, and are the same after the key of the server was changed', async () => {
      const { keysOf, onLost } = await opened();
      const [one, other] = await Promise.all([keysOf(OLD), keysOf(OLD)]);
      expect(one).not.toBeNull();
      expect([other, await keysOf(NEW, OLD), await keysOf(NEW)]).toEqual([one, one, one]);
      expect(onLost).not.toHaveBeenCalled();
    });

    test('[ALM-31] are left to the others by a node that has the wrong key', async () => {
      const { store, keysOf, signIn, onLost } = await opened();
      const first = await keysOf(OLD);
      for (let wearers = 0; wearers < 3; wearers += 1) await signIn(await newWearer(store), OLD);
      await signIn(await newWearer(store), NEW);
      expect([await keysOf(NEW), await keysOf(OLD)]).toEqual([null, first]);
      expect(onLost).not.toHaveBeenCalled();
    });

    test('[ALM-31] are made again after a key was lost, once most people have signed in again', async () => {
      const { store, keysOf, signIn, onLost } = await opened();
      const first = await keysOf(OLD);
      const wearers = [await newWearer(store), await newWearer(store), await newWearer(store)];
      for (const wearer of wearers) await signIn(wearer, OLD);
      await signIn(wearers[0] ?? 0, NEW);
      expect(await keysOf(NEW)).toBeNull();
      await signIn(wearers[1] ?? 0, NEW);
      const made = await keysOf(NEW);
      expect([null, first]).not.toContain(made);
      expect([await keysOf(NEW), onLost.mock.calls.length]).toEqual([made, 1]);
    });
  });
});
