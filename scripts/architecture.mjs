// Draws the imports between the packages, and between the folders of the server, into docs/architecture.md.
//   node scripts/architecture.mjs          writes the drawings
//   node scripts/architecture.mjs --check  fails when they differ from the imports
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = new URL('../docs/architecture.md', import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^[^/]+\/src\//.test(file) && !/\.test\.tsx?$/.test(file));

const importsOf = (file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, name]) => name,
  );

/** The arrows for Mermaid, without those that a longer path implies. */
function drawing(arrows) {
  const from = Map.groupBy(arrows, ([name]) => name);
  const reaches = (start, end, direct) => {
    const next = (from.get(start) ?? []).map(([, to]) => to).filter((to) => !(direct && to === end));
    return next.some((to) => to === end || reaches(to, end, false));
  };
  const lines = arrows
    .filter(([start, end]) => !reaches(start, end, true))
    .map(([start, end]) => `  ${start} --> ${end}`);
  return ['```mermaid', 'graph TD', ...lines.sort(), '```'].join('\n');
}

const distinct = (arrows) => [...new Map(arrows.map((arrow) => [arrow.join(), arrow])).values()];

const betweenPackages = distinct(
  sources.flatMap((file) => {
    const name = file.split('/')[0];
    return importsOf(file)
      .map((imported) => imported.match(/^@tealight\/([\w-]+)/)?.[1])
      .filter((other) => other !== undefined && other !== name)
      .map((other) => [name, other]);
  }),
);

/** `server/src/devices/mqtt/x.ts` → `devices`; files outside the folders are omitted. */
const folderOf = (file) => {
  const [name, , folder, rest] = file.split('/');
  return name === 'server' && rest !== undefined ? folder : null;
};

const betweenFolders = distinct(
  sources.flatMap((file) => {
    const folder = folderOf(file);
    if (folder === null) return [];
    return importsOf(file)
      .filter((imported) => imported.startsWith('.'))
      .map((imported) => folderOf(posix.join(posix.dirname(file), imported)))
      .filter((other) => other !== null && other !== folder)
      .map((other) => [folder, other]);
  }),
);

const before = readFileSync(page, 'utf8');
const after = [
  ['packages', betweenPackages],
  ['server', betweenFolders],
].reduce((text, [name, arrows]) => {
  const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  return text.replace(block, (_, start, end) => `${start}${drawing(arrows)}${end}`);
}, before);

if (!process.argv.includes('--check')) writeFileSync(page, after);
else if (after !== before) {
  console.error(
    'docs/architecture.md shows other imports than the code has: run `node scripts/architecture.mjs`.',
  );
  process.exitCode = 1;
}
