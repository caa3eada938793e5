import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecryptionError, encryptionWith, type Owner } from './cipher.ts';

const OLD = 'an old key, long enough to be one';
const NEW = 'a new key, long enough to be one too';
const ada: Owner = { wearerId: 1, what: 'login' };

describe('[SRC-4] encrypted credentials', () => {
  test('any text is decrypted for its owner', () => {
    const encryption = encryptionWith([NEW]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => encryption.decrypt(encryption.encrypt(text, ada), ada) === text,
      ),
    );
  });

  test('the result does not contain the text, and encrypting twice gives different results', () => {
    const encryption = encryptionWith([NEW]);
    const [one, two] = [encryption.encrypt('correct horse', ada), encryption.encrypt('correct horse', ada)];
    expect(one).not.toContain('correct');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('horse');
    expect(one).not.toBe(two);
  });

  test.each<[string, Owner]>([
    ['another wearer', { wearerId: 2, what: 'login' }],
    ['another purpose', { wearerId: 1, what: 'session' }],
  ])('cannot be decrypted for %s', (_, owner) => {
    const encryption = encryptionWith([NEW]);
    expect(() => encryption.decrypt(encryption.encrypt('secret', ada), owner)).toThrow(DecryptionError);
  });

  test('a changed text cannot be decrypted, wherever it was changed', () => {
    const encryption = encryptionWith([NEW]);
    const encrypted = encryption.encrypt('secret', ada);
    const start = encrypted.lastIndexOf('.') + 1;
    const body = Buffer.from(encrypted.slice(start), 'base64url');
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() =>
        encryption.decrypt(encrypted.slice(0, start) + changed.toString('base64url'), ada),
      ).toThrow(DecryptionError);
    }
  });

  test.each(['', '1', '1.abc', '2.aaaaaaaa.AAAA', 'plain text'])(
    '%j fails with a DecryptionError',
    (text) => {
      expect(() => encryptionWith([NEW]).decrypt(text, ada)).toThrow(DecryptionError);
    },
  );

  test('a shortened text cannot be decrypted', () => {
    const encryption = encryptionWith([NEW]);
    const encrypted = encryption.encrypt('secret', ada);
    for (let length = 0; length < encrypted.length; length += 1) {
      expect(() => encryption.decrypt(encrypted.slice(0, length), ada)).toThrow(DecryptionError);
    }
  });

  test('the first key encrypts, every key decrypts, and a removed one does not', () => {
    const encrypted = encryptionWith([OLD]).encrypt('secret', ada);
    const both = encryptionWith([NEW, OLD]);
    expect(both.decrypt(encrypted, ada)).toBe('secret');
    expect(encrypted.startsWith(both.prefix)).toBe(false);
    expect(encryptionWith([NEW]).decrypt(both.encrypt('secret', ada), ada)).toBe('secret');
    expect(() => encryptionWith([NEW]).decrypt(encrypted, ada)).toThrow(/old key/);
  });

  test('an error never contains the key or the text', () => {
    const encrypted = encryptionWith([OLD]).encrypt('a secret text', ada);
    for (const [encryption, owner] of [
      [encryptionWith([NEW]), ada],
      [encryptionWith([OLD]), { ...ada, wearerId: 2 }],
    ] as const) {
      const decrypting = () => encryption.decrypt(encrypted, owner);
      expect(decrypting).toThrow(DecryptionError);
      expect(decrypting).not.toThrow(/secret text|long enough/);
    }
  });
});
