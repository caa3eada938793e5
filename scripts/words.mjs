// Words that this codebase does not use, each with the one to write instead. `npm run lint` runs it.
//   node scripts/words.mjs [PATH ...]   only files below these paths
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { forbidden } from './forbidden-words.mjs';

const only = process.argv.slice(2);
/** Recorded answers are the vendors' own; the list itself names what it forbids; old migrations keep old names. */
const skipped =
  /\/answers\/|^scripts\/(?:forbidden-words|words)\.mjs$|^server\/src\/store\/migrations\/|^package-lock\.json$|common-passwords\.txt$|^CHANGELOG\.md$|^LICENSE$/;
const read = /\.(?:ts|tsx|mjs|js|css|html|md|json|yaml|yml|h|ino|sh)$|^\.ci\/run$/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => read.test(file) && !skipped.test(file))
  .filter((file) => only.length === 0 || only.some((path) => file === path || file.startsWith(`${path}/`)));

/** `someName` and `SOME_NAME` as words, so that names are held to the same list as sentences. */
const spaced = (line) =>
  line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();

const found = [];
for (const file of files) {
  const rules = forbidden.filter(({ except }) => !except?.test(file));
  const lines = contentOf(file).split('\n');
  for (const text of [file, ...lines].entries()) check(file, text, rules);
}

/** A file that was deleted and not yet committed has none. */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function check(file, [number, line], rules) {
  const text = spaced(line);
  for (const { word, instead, allowed } of rules) {
    const rest = allowed ? text.replace(allowed, '') : text;
    if (word.test(rest)) found.push(`${file}:${number}: "${rest.match(word)[0]}": ${instead}`);
  }
}

if (found.length > 0) {
  console.error(found.join('\n'));
  console.error(`${found.length} words that this codebase does not use (docs/glossary.md).`);
  process.exitCode = 1;
}
