import { readFileSync } from 'node:fs';
import { type SourceErrorCode, sourceErrorCodes } from '@tealight/sources/descriptors';
import { describe, expect, test } from 'vitest';
import { errorTextOf, remedies, remedyFor } from './connection-errors.ts';
import { connectionTypes, sourceName } from './source-type.ts';

describe('every error code', () => {
  test.each(connectionTypes)('[CON-6] of %s has a sentence of its own, without a full stop', (type) => {
    const sentences = sourceErrorCodes.map((errorCode) => errorTextOf(errorCode, type));
    expect(new Set(sentences).size).toBe(sourceErrorCodes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+[^.]$/);
  });

  test.each([
    ['wrong-login', 'connect-again'],
    ['choose-person', 'choose-person'],
    ['person-gone', 'choose-person'],
    ['wrong-region', 'other-region'],
    ['not-shared', 'try-again'],
    ['terms-to-accept', 'try-again'],
    ['key-lost', 'connect-again'],
  ] as const)(
    '%s is fixed by one thing: %s, whether or not it is tried again automatically',
    (errorCode, remedy) => {
      expect([remedyFor(errorCode, true), remedyFor(errorCode, false)]).toEqual([remedy, remedy]);
    },
  );

  test.each([
    ['locked-out', 'try-again'],
    ['too-many-calls', 'try-again'],
    ['unreachable', 'try-again'],
    ['unreadable', 'try-again'],
    ['session-over', 'connect-again'],
    ['needs-human', 'connect-again'],
    ['wrong-address', 'connect-again'],
    ['refused-address', 'connect-again'],
  ] as const)('%s passes by waiting while it is tried automatically, else by %s', (errorCode, remedy) => {
    expect([remedyFor(errorCode, true), remedyFor(errorCode, false)]).toEqual(['wait', remedy]);
  });

  test('that passes by waiting asks nobody to do anything', () => {
    for (const errorCode of ['needs-human', 'wrong-address', 'refused-address'] as const)
      expect(errorTextOf(errorCode, 'nightScout', { willRetry: true })).toMatch(
        /^Nightscout responds, .* We keep trying$/,
      );
  });

  test('[CON-6] has the sentence of the source that connects, where several have one type', () => {
    const ended = 'The sign-in at Dexcom has ended. Sign in at Dexcom again';
    expect(errorTextOf('wrong-login', 'dexcom', { source: 'dexcomApi' })).toBe(ended);
    for (const source of [undefined, 'dexcomShare', 'poll'])
      expect(errorTextOf('wrong-login', 'dexcom', { source })).toMatch(/^Dexcom did not accept this login/);
    expect(errorTextOf('not-shared', 'dexcom', { source: 'dexcomApi' })).not.toContain('invite');
  });

  test('names its source in the sentence', () => {
    const nameless = sourceErrorCodes.filter(
      (errorCode: SourceErrorCode) => !errorTextOf(errorCode, 'dexcom').includes('Dexcom'),
    );
    expect(nameless).toEqual([]);
    expect(sourceName('freeStyleLibre')).toBe('FreeStyle Libre');
  });
});

test('the troubleshooting page names every error code with its remedy', () => {
  const page = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|.*\| `([a-z-]+)` \|$/gm)].map(([, word, remedy]) => [
    word,
    remedy,
  ]);
  expect(rows).toEqual(sourceErrorCodes.map((errorCode) => [errorCode, remedyFor(errorCode, true)]));
  for (const remedy of remedies) expect(page).toContain(`\n- \`${remedy}\`:`);
});
