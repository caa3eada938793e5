import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { encryptionWith } from './cipher.ts';
import { openKeyRotation, rotateKeys } from './rotate-keys.ts';

const OLD = 'the old key, long enough to be one';
const NEW = 'the new key, long enough to be one';

function logged() {
  const lines: unknown[] = [];
  const write = (line: unknown) => void lines.push(line);
  return { lines, log: { info: write, warn: write, error: write } };
}

describe('[SRC-4] a change of keys', () => {
  eachEngine((open) => {
    test('encrypts everything again, so that the old key can be removed', async () => {
      const store = await open();
      const before = encryptionWith([OLD]);
      const wearers = await Promise.all(Array.from({ length: 450 }, () => newWearer(store)));
      for (const wearerId of wearers) {
        const encryptedLogin = before.encrypt(`login ${wearerId}`, { wearerId, what: 'login' });
        const encryptedSession = before.encrypt(`session ${wearerId}`, { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { encryptedLogin, encryptedSession }), 1);
      }
      expect(await rotateKeys(store, encryptionWith([NEW, OLD]))).toEqual({
        encrypted: 900,
        undecryptable: 0,
        isComplete: true,
      });
      expect(await rotateKeys(store, encryptionWith([NEW, OLD]))).toEqual({
        encrypted: 0,
        undecryptable: 0,
        isComplete: true,
      });
      const after = encryptionWith([NEW]);
      for (const wearerId of wearers) {
        const stored = await store.connections.find(wearerId);
        expect(after.decrypt(stored?.encryptedLogin ?? '', { wearerId, what: 'login' })).toBe(
          `login ${wearerId}`,
        );
        expect(after.decrypt(stored?.encryptedSession ?? '', { wearerId, what: 'session' })).toBe(
          `session ${wearerId}`,
        );
      }
    });

    test('encrypts the addresses of alarm channels again, and those stay where they lead', async () => {
      const store = await open();
      const { accountId = 0 } = (await store.wearers.byId(await newWearer(store))) ?? {};
      const channel = {
        accountId,
        kind: 'webhook',
        name: 'Hook',
        hidesValues: false,
        fingerprint: null,
      } as const;
      const owner = { accountId, what: 'channel' } as const;
      const address = encryptionWith([OLD]).encrypt('an address', owner);
      await store.alarmChannels.save({ ...channel, address, addressHash: 'hash' }, 1);
      expect(await rotateKeys(store, encryptionWith([NEW, OLD]))).toMatchObject({
        encrypted: 1,
        undecryptable: 0,
      });
      const [rotated] = await store.alarmChannels.of([accountId]);
      expect(encryptionWith([NEW]).decrypt(rotated?.address ?? '', owner)).toBe('an address');
    });

    test('leaves texts that no key decrypts unchanged, and returns their number', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(
        connected(wearerId, { encryptedLogin: null, encryptedSession: '1.lost.AAAA' }),
        1,
      );
      expect(await rotateKeys(store, encryptionWith([NEW]))).toEqual({
        encrypted: 0,
        undecryptable: 1,
        isComplete: true,
      });
      expect(await store.connections.find(wearerId)).toMatchObject({ encryptedSession: '1.lost.AAAA' });
    });

    test('runs in the background, and says that the old key can be removed once a second look has found nothing', async () => {
      const store = await open();
      const [oldNode, wearerId] = [encryptionWith([OLD, NEW]), await newWearer(store)];
      const written = (key: typeof oldNode, text: string) =>
        connected(wearerId, {
          encryptedLogin: null,
          encryptedSession: key.encrypt(text, { wearerId, what: 'session' }),
        });
      await store.connections.save(written(oldNode, 'session'), 1);
      const lostBy = await newWearer(store);
      const lost = encryptionWith(['a key that was lost, long enough too']);
      const encryptedSession = lost.encrypt('session', { wearerId: lostBy, what: 'session' });
      await store.connections.save(connected(lostBy, { encryptedLogin: null, encryptedSession }), 1);
      const { lines, log } = logged();
      // A node that still has the old key first writes after the first look.
      const { encryptedWithOtherKeys } = store.connections;
      let looks = 0;
      const connections = {
        ...store.connections,
        async encryptedWithOtherKeys(...query: Parameters<typeof encryptedWithOtherKeys>) {
          const found = await encryptedWithOtherKeys(...query);
          looks += 1;
          if (looks === 2) expect(found).toHaveLength(2);
          return found;
        },
        async replaceEncrypted(...change: Parameters<typeof store.connections.replaceEncrypted>) {
          const isReplaced = await store.connections.replaceEncrypted(...change);
          if (looks === 1) await store.connections.save(written(oldNode, 'renewed'), 2);
          return isReplaced;
        },
      };
      await using _ = openKeyRotation({ ...store, connections }, encryptionWith([NEW, OLD]), log, 1);
      await expect.poll(() => lines.at(-1)).toEqual({ event: 'keys-rotated', encrypted: 2 });
      expect(lines).toEqual([expect.objectContaining({ event: 'secret-key-lost', count: 1 }), lines.at(-1)]);
      expect(looks).toBe(3);
    });

    test('says so too when there was nothing to encrypt, and nothing while there is one key', async () => {
      const store = await open();
      const [changed, same] = [logged(), logged()];
      await using one = openKeyRotation(store, encryptionWith([NEW, OLD]), changed.log, 1);
      await using other = openKeyRotation(store, encryptionWith([NEW]), same.log, 1);
      await expect.poll(() => changed.lines).toEqual([{ event: 'keys-rotated', encrypted: 0 }]);
      await Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
      expect(same.lines).toEqual([]);
    });

    test('does not say so when it is interrupted', async () => {
      const store = await open();
      for (let count = 0; count < 3; count += 1) {
        const wearerId = await newWearer(store);
        const encryptedSession = encryptionWith([OLD]).encrypt('session', { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { encryptedLogin: null, encryptedSession }), 1);
      }
      const { lines, log } = logged();
      await openKeyRotation(store, encryptionWith([NEW, OLD]), log, 1)[Symbol.asyncDispose]();
      expect(lines).toEqual([]);
    });

    test('is not complete when it was stopped, nor when a text was written by somebody else meanwhile', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const encryptedSession = encryptionWith([OLD]).encrypt('session', { wearerId, what: 'session' });
      await store.connections.save(connected(wearerId, { encryptedLogin: null, encryptedSession }), 1);
      const connections = { ...store.connections, replaceEncrypted: async () => false };
      const encryption = encryptionWith([NEW, OLD]);
      expect(await rotateKeys({ ...store, connections }, encryption)).toMatchObject({ isComplete: false });
      const stopped = await rotateKeys(store, encryption, AbortSignal.abort());
      expect(stopped).toMatchObject({ isComplete: false });
    });

    test('is tried again after an error', async () => {
      const store = await open();
      const { lines, log } = logged();
      let tries = 0;
      const connections = {
        ...store.connections,
        async encryptedWithOtherKeys() {
          tries += 1;
          if (tries === 1) throw new Error('a bug');
          return [];
        },
      };
      await using _ = openKeyRotation({ ...store, connections }, encryptionWith([NEW, OLD]), log, 1);
      await expect
        .poll(() => lines)
        .toMatchObject([
          { event: 'key-rotation-failed' },
          { event: 'recovered', from: 'key-rotation-failed' },
          { event: 'keys-rotated', encrypted: 0 },
        ]);
    });

    test('does not overwrite a session that was renewed meanwhile', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.connections.save(connected(wearerId, { encryptedSession: 'old' }), 1);
      await store.connections.replaceSession(wearerId, 1, 'renewed');
      expect(
        await store.connections.replaceEncrypted(wearerId, 'session', { from: 'old', to: 'old again' }),
      ).toBe(false);
      expect(await store.connections.find(wearerId)).toMatchObject({ encryptedSession: 'renewed' });
    });
  });
});
