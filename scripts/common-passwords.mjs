// Writes server/src/routes/passwords/common-passwords.txt: node scripts/common-passwords.mjs passwords.json
// `passwords.json` is the file of that name in the npm package @zxcvbn-ts/language-common 4.1.3 (MIT), which lists
// leaked passwords by how common they are. Kept are the words inside of them, without what surrounds a word to satisfy
// a rule, and whole ones with digits between other characters.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coreOf, MIN_WORD_LENGTH } from '../server/src/routes/passwords/password-core.ts';

const MAX_BYTES = 95_000;
const target = fileURLToPath(new URL('../server/src/routes/passwords/common-passwords.txt', import.meta.url));
const kept = new Set();
let bytes = 0;
for (const password of JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))) {
  const words = [coreOf(password), ...(/[a-z]\d+[a-z]/.test(password) ? [password] : [])];
  for (const word of words) {
    if (word.length < MIN_WORD_LENGTH || kept.has(word) || !/^[a-z0-9]+$/.test(word)) continue;
    if (bytes + word.length + 1 > MAX_BYTES) continue;
    kept.add(word);
    bytes += word.length + 1;
  }
}
writeFileSync(target, `${[...kept].sort().join('\n')}\n`);
