import { describe, expect, test } from 'vitest';
import { argonPasswords, present } from './password-hash.ts';

const cheap = argonPasswords({ memory: 8, passes: 1, parallelism: 1 });

describe('stored passwords', () => {
  test('are hashed with at least the cost that OWASP recommends', async () => {
    expect(present.memory * present.passes).toBeGreaterThanOrEqual(19_456 * 2);
    const hash = await argonPasswords().hash('Analytical1!');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('are never the same hash twice', async () => {
    expect(await cheap.hash('Analytical1!')).not.toBe(await cheap.hash('Analytical1!'));
  });

  test('a hash of lower cost is correct and outdated, one of the current cost is correct', async () => {
    const dear = argonPasswords({ memory: 16, passes: 1, parallelism: 1 });
    expect(await dear.check('Analytical1!', await cheap.hash('Analytical1!'))).toEqual({
      right: true,
      outdated: true,
    });
    expect(await dear.check('Analytical1!', await dear.hash('Analytical1!'))).toEqual({
      right: true,
      outdated: false,
    });
    expect(await cheap.check('Analytical1!', await dear.hash('Analytical1!'))).toEqual({
      right: true,
      outdated: false,
    });
    expect(await dear.check('Analytical1?', await dear.hash('Analytical1!'))).toEqual({
      right: false,
      outdated: false,
    });
  });

  test('without an account a hash is checked too, and is never correct', async () => {
    expect(await cheap.check('Analytical1!', null)).toEqual({ right: false, outdated: false });
  });

  test('different Unicode forms of the same characters are equal', async () => {
    const hash = await cheap.hash('Ame\u0301lie12!');
    expect((await cheap.check('Am\u00e9lie12!', hash)).right).toBe(true);
  });

  test('a broken hash is a bug, not a wrong password', async () => {
    await expect(cheap.check('x', '$2b$10$abc')).rejects.toThrow('Decoding failed');
  });
});
