import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accessProblems } from './access.ts';
import { calls } from './calls.ts';
import * as contract from './index.ts';
import { commonProblems, problemCodeOf, problemOf, problems } from './problem.ts';

const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const);

describe('the calls', () => {
  test('[API-1] are each at an address and method of their own, whatever the case', () => {
    const addresses = named.map(([name]) => name.toLowerCase());
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('are all there: every call that the package exports is in the list', () => {
    const exported = [...Object.values(contract), ...Object.values(contract.connectCalls)] as unknown[];
    const shown = exported.filter(
      (value) => typeof value === 'object' && value !== null && 'access' in value && 'reply' in value,
    );
    expect(shown.filter((call) => !calls.includes(call as (typeof calls)[number]))).toEqual([]);
    expect(shown).toHaveLength(calls.length);
  });

  test.each(named)('%s lists what it may refuse with', (_, { access, problems: words }) => {
    expect(new Set(words).size).toBe(words.length);
    const usual: readonly string[] = [...commonProblems, ...accessProblems(access)];
    expect(words.filter((code) => usual.includes(code))).toEqual([]);
  });

  test.each(named)('%s takes no field that nobody knows', (_, { body, query }) => {
    for (const schema of [body, query]) {
      if (schema !== undefined) expect(z.safeParse(schema, { surprise: 1 }).success).toBe(false);
    }
  });
});

describe('problems', () => {
  test.each(Object.keys(problems) as (keyof typeof problems)[])(
    '[API-3] %s is sent with its status, and recognized by its code',
    (code) => {
      const problem = problemOf(code);
      expect(problem.status).toBe(problems[code].status);
      expect(problem.title).toMatch(/^[A-Z].+[^.]$/);
      expect(problemCodeOf(problem)).toBe(code);
    },
  );

  test('[API-3] several mistakes stand by their fields, and a particular title in place of the general one', () => {
    const errors = { email: ['Invalid email'] };
    expect(problemOf('invalid-input', { errors })).toMatchObject({ status: 400, errors });
    expect(problemOf('source-refused', { title: 'Down', errorCode: 'unreachable' })).toMatchObject({
      title: 'Down',
      status: 422,
      errorCode: 'unreachable',
    });
  });

  test('a problem of somebody else has no code of ours', () => {
    expect(problemCodeOf({ type: 'about:blank', title: 'Not Found', status: 404 })).toBeNull();
    expect(problemCodeOf({ type: 'urn:tealight:problem:constructor', title: '', status: 400 })).toBeNull();
  });
});
