import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Owner, SealError, sealWith } from './seal.ts';

const OLD = 'an old key, long enough to be one';
const NEW = 'a new key, long enough to be one too';
const ada: Owner = { wearerId: 1, what: 'login' };

describe('[SRC-4] sealed credentials', () => {
  test('any text comes back for its wearer', () => {
    const seal = sealWith([NEW]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => seal.open(seal.close(text, ada), ada) === text),
    );
  });

  test('nothing of the text shows, and sealing twice never looks the same', () => {
    const seal = sealWith([NEW]);
    const [one, two] = [seal.close('correct horse', ada), seal.close('correct horse', ada)];
    expect(one).not.toContain('correct');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('horse');
    expect(one).not.toBe(two);
  });

  test.each<[string, Owner]>([
    ['another wearer', { wearerId: 2, what: 'login' }],
    ['another purpose', { wearerId: 1, what: 'session' }],
  ])('does not open for %s', (_, owner) => {
    const seal = sealWith([NEW]);
    expect(() => seal.open(seal.close('secret', ada), owner)).toThrow(SealError);
  });

  test('a changed text does not open, wherever it was changed', () => {
    const seal = sealWith([NEW]);
    const sealed = seal.close('secret', ada);
    const start = sealed.lastIndexOf('.') + 1;
    const body = Buffer.from(sealed.slice(start), 'base64url');
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open(sealed.slice(0, start) + changed.toString('base64url'), ada)).toThrow(SealError);
    }
  });

  test.each(['', '1', '1.abc', '2.aaaaaaaa.AAAA', 'plain text'])(
    '%j does not open and does not crash',
    (text) => {
      expect(() => sealWith([NEW]).open(text, ada)).toThrow(SealError);
    },
  );

  test('a shortened text does not open', () => {
    const seal = sealWith([NEW]);
    const sealed = seal.close('secret', ada);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => seal.open(sealed.slice(0, length), ada)).toThrow(SealError);
    }
  });

  test('the first key seals, every key opens, and one that is gone does not', () => {
    const sealed = sealWith([OLD]).close('secret', ada);
    const both = sealWith([NEW, OLD]);
    expect(both.open(sealed, ada)).toBe('secret');
    expect(sealed.startsWith(both.prefix)).toBe(false);
    expect(sealWith([NEW]).open(both.close('secret', ada), ada)).toBe('secret');
    expect(() => sealWith([NEW]).open(sealed, ada)).toThrow(/old key/);
  });

  test('what it complains about never contains the key or the text', () => {
    const sealed = sealWith([OLD]).close('a secret text', ada);
    for (const [seal, owner] of [
      [sealWith([NEW]), ada],
      [sealWith([OLD]), { ...ada, wearerId: 2 }],
    ] as const) {
      const complaint = () => seal.open(sealed, owner);
      expect(complaint).toThrow(SealError);
      expect(complaint).not.toThrow(/secret text|long enough/);
    }
  });
});
