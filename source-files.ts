import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** What is shipped with a release; the other packages are for development. */
export const shippedPackages = ['glucose', 'contract', 'signalr', 'sources', 'server', 'web'];

export const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(file));
export const shipped = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes('/test/'));
export const read = (file: string) => readFileSync(file, 'utf8');
export const inside = (folder: string) => shipped.filter((file) => file.startsWith(`${folder}/`));
/** The path in the repository of what a file imports. */
export const pathOf = (imported: string, file: string) => posix.join(posix.dirname(file), imported);
export const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
