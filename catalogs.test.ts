import { describe, expect, test } from 'vitest';
import { inside, read } from './source-files.ts';

/** A literal of two words or more that begins like a sentence or a label; single words are keys and names too. */
const SENTENCE = /(?<!\/)(['"`])[A-Z][a-z’]+,?(?: [^'"`\n]+)\1/g;
/** A word that a screen shows or a screen reader says, written into an attribute. */
const ATTRIBUTE =
  /\b(?:label|title|placeholder|description|alt|aria-label|aria-description)="[^"]*[A-Za-z]{2}/g;
/** Errors for developers are never shown. */
const forDevelopers = (line: string) => /new (?:Type|Range)?Error\(|^\s*(?:\/\/|\*|\/\*)|^import /.test(line);

const found = (file: string) =>
  read(file)
    .split('\n')
    .filter((line) => !forDevelopers(line))
    .flatMap((line) => [...line.matchAll(SENTENCE), ...line.matchAll(ATTRIBUTE)])
    .map(([literal]) => `${file}: ${literal}`);

/** Folders whose sentences are still written where they are shown. */
const pending = [
  'web/src/main.ts',
  'web/src/app',
  'web/src/components',
  'web/src/data',
  'web/src/lamp',
  'web/src/features/account',
  'web/src/features/connect-source',
  'web/src/features/dashboard',
  'web/src/features/devices',
  'web/src/features/help',
  'web/src/features/range',
  'web/src/features/reading',
  'web/src/features/remote-browser',
  'web/src/features/security',
  'web/src/features/sign-in',
  'web/src/features/sign-up',
  'server/src/mail',
];
const isPending = (file: string) =>
  pending.some((folder) => file === folder || file.startsWith(`${folder}/`));

describe('sentences that people read', () => {
  test('stand in the catalogs of the web app, and nowhere else in it', () => {
    const elsewhere = inside('web/src').filter(
      (file) => !file.startsWith('web/src/text/') && !isPending(file),
    );
    expect(elsewhere.flatMap(found)).toEqual([]);
  });

  test('stand in the catalog of the mails, and nowhere else in what sends them', () => {
    const elsewhere = inside('server/src/mail').filter(
      (file) => !file.startsWith('server/src/mail/text') && !isPending(file),
    );
    expect(elsewhere.flatMap(found)).toEqual([]);
  });
});
