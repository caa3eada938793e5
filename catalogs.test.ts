import { describe, expect, test } from 'vitest';
import { inside, read } from './source-files.ts';

/** A literal of two words or more that begins like a sentence or a label; single words are keys and names too. */
const SENTENCE = /(?<!\/)(['"`])[A-Z][a-z’]+,?(?: [^'"`\n]+)\1/g;
/** A word that a screen shows or a screen reader says, written into an attribute. */
const ATTRIBUTE =
  /\b(?:label|title|placeholder|description|alt|aria-label|aria-description)="[^"]*[A-Za-z]{2}/g;
/** Errors for developers, headers, fonts, comments and imports are never shown. Text between tags is found by Biome (`noJsxLiterals`). */
const isNeverShown = (line: string) =>
  /new (?:Type|Range)?Error\(|\bsuper\(|`Bearer |sans-serif|^\s*(?:\/\/|\*|\/\*)|^import /.test(line);

const found = (file: string) =>
  read(file)
    .split('\n')
    .filter((line) => !isNeverShown(line))
    .flatMap((line) => [...line.matchAll(SENTENCE), ...line.matchAll(ATTRIBUTE)])
    .map(([literal]) => `${file}: ${literal}`);

describe('sentences that people read', () => {
  test('stand in the catalogs of the web app, and nowhere else in it', () => {
    const elsewhere = inside('web/src').filter((file) => !file.startsWith('web/src/text/'));
    expect(elsewhere.flatMap(found)).toEqual([]);
  });

  test('stand in the catalog of the mails, and nowhere else in what sends them', () => {
    const elsewhere = inside('server/src/mail').filter((file) => !file.startsWith('server/src/mail/text'));
    expect(elsewhere.flatMap(found)).toEqual([]);
  });
});
