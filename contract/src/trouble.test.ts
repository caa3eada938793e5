import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { connectionTypes } from './connection-type.ts';
import { dexcomRegionOf, dexcomRegions, otherDexcomRegion } from './dexcom.ts';
import { remedies, remedyFor, sourceName, type TroubleWord, troubles, troubleText } from './trouble.ts';

describe('every trouble', () => {
  test.each(connectionTypes)('[CON-6] of %s has a sentence of its own, without a full stop', (type) => {
    const sentences = troubles.map((trouble) => troubleText(trouble, type));
    expect(new Set(sentences).size).toBe(troubles.length);
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
    '%s is mended by one thing: %s, whether or not it is tried again by itself',
    (trouble, remedy) => {
      expect([remedyFor(trouble, true), remedyFor(trouble, false)]).toEqual([remedy, remedy]);
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
  ] as const)('%s passes by waiting while it is tried by itself, else by %s', (trouble, remedy) => {
    expect([remedyFor(trouble, true), remedyFor(trouble, false)]).toEqual(['wait', remedy]);
  });

  test('that passes by waiting asks nobody to do anything', () => {
    for (const trouble of ['needs-human', 'wrong-address', 'refused-address'] as const)
      expect(troubleText(trouble, 'nightScout', true)).toMatch(/^Nightscout answers, .* We keep trying$/);
  });

  test('names its source in the sentence, unless that speaks of the site', () => {
    const nameless = troubles.filter(
      (trouble: TroubleWord) => !troubleText(trouble, 'dexcom').includes('Dexcom'),
    );
    expect(nameless).toEqual(['wrong-address', 'refused-address']);
    expect(sourceName('freeStyleLibre')).toBe('FreeStyle Libre');
  });
});

test('the page about troubles names every one with its remedy', () => {
  const page = readFileSync(new URL('../../docs/troubles.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|.*\| `([a-z-]+)` \|$/gm)].map(([, word, remedy]) => [
    word,
    remedy,
  ]);
  expect(rows).toEqual(troubles.map((trouble) => [trouble, remedyFor(trouble, true)]));
  for (const remedy of remedies) expect(page).toContain(`\n- \`${remedy}\`:`);
});

describe('Dexcom’s regions', () => {
  test.each([
    ['US', 'US'],
    ['JP', 'JP'],
    ['SG', 'JP'],
    ['DE', 'OUS'],
    ['CA', 'OUS'],
  ])('an account of %s is looked for in %s', (country, region) => {
    expect(dexcomRegionOf(country)).toBe(region);
  });

  test('the other region is never the one that was tried', () => {
    for (const region of dexcomRegions) expect(otherDexcomRegion(region)).not.toBe(region);
  });
});
