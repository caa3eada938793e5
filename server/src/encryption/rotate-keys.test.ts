import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { encryptionWith } from './cipher.ts';
import { openKeyRotation, rotateKeys } from './rotate-keys.ts';

const OLD = 'the old key, long enough to be one';
const NEW = 'the new key, long enough to be one';

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
      });
      expect(await rotateKeys(store, encryptionWith([NEW, OLD]))).toEqual({
        encrypted: 0,
        undecryptable: 0,
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
    }, 20_000);

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
      expect(await rotateKeys(store, encryptionWith([NEW, OLD]))).toEqual({ encrypted: 1, undecryptable: 0 });
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
      });
      expect(await store.connections.find(wearerId)).toMatchObject({ encryptedSession: '1.lost.AAAA' });
    });

    test('runs in the background, and logs its result', async () => {
      const store = await open();
      const lines: unknown[] = [];
      const write = (line: unknown) => void lines.push(line);
      for (const key of [OLD, 'a key that was lost, long enough too']) {
        const wearerId = await newWearer(store);
        const encryptedSession = encryptionWith([key]).encrypt('session', { wearerId, what: 'session' });
        await store.connections.save(connected(wearerId, { encryptedLogin: null, encryptedSession }), 1);
      }
      const log = { info: write, warn: write, error: write };
      await openKeyRotation(store, encryptionWith([NEW, OLD]), log)[Symbol.asyncDispose]();
      expect(lines).toEqual([
        { event: 'keys-rotated', encrypted: 1 },
        expect.objectContaining({ event: 'secret-key-lost', count: 1 }),
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
