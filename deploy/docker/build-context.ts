import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A pattern of a `.dockerignore`: `*` and `?` stay within a folder, two stars and a slash are any folders. */
function matcher(pattern: string): RegExp {
  const parts: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const escaped = (text: string) => parts[text] ?? text.replace(/[.+^${}()|[\]\\]/, '\\$&');
  return new RegExp(`^${pattern.replace(/\*\*\/|\*\*|[\s\S]/g, escaped)}$`);
}

/** The rules of a `.dockerignore`, the last that matches decides. Each matches a path and everything below it. */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ ignores: !line.startsWith('!'), pattern: matcher(line.replace(/^!/, '')) }));
  return (path) => {
    const parts = path.split('/');
    const parents = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    return rules.findLast(({ pattern }) => parents.some((parent) => pattern.test(parent)))?.ignores ?? false;
  };
}

/** The files that a build of an image gets: those that Git knows or would add, without what `.dockerignore` names. */
export function buildContext(root: string): string[] {
  const ignored = ignoredBy(readFileSync(join(root, '.dockerignore'), 'utf8'));
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !ignored(file));
}
