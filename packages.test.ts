import { describe, expect, test } from 'vitest';
import { files, importsOf, inside, pathOf, read, shipped, shippedPackages } from './source-files.ts';

/** The packages and what each may import. A package that needs more than this needs a decision record first. */
const mayImport: Record<string, readonly string[]> = {
  glucose: [],
  sources: ['glucose', 'zod'],
  contract: ['glucose', 'sources', 'zod'],
  signalr: [],
  server: ['glucose', 'sources', 'contract', 'signalr', '*'],
  web: ['glucose', 'sources', 'contract', '*'],
  simulators: ['contract'],
  e2e: ['contract', '*'],
  bench: ['contract', 'glucose', '*'],
  examples: ['*'],
};

type Names = Record<string, string>;
const manifest = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as { dependencies?: Names; devDependencies?: Names };
/** Statements and calls that import a package, not words of a test that look like one. */
const packageImports =
  /^(?:import|export)\s[^;'"`]*?from '([\w@][^']*)'|^import '([\w@][^']*)'|\bimport\(\s*'([\w@][^']*)'/gm;
/** Packages that files import, by the names that a package.json declares them with. */
const packagesIn = (some: readonly string[]) =>
  new Set(
    some
      .flatMap((file) => [...read(file).matchAll(packageImports)])
      .map(([, ...names]) => names.find((name) => name !== undefined) ?? '')
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(@[\w-]+\/)?[\w.-]+/.exec(name)?.[0] ?? ''),
  );

/** What `npm ci --omit=dev` installs for: the server, and the packages that it consists of. */
const installed = ['glucose', 'contract', 'signalr', 'sources', 'server'];

describe('the packages', () => {
  test('its root lists the packages, the scripts and what deploys them, and nothing else', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].sort()).toEqual([...Object.keys(mayImport), 'deploy', 'scripts'].sort());
  });

  test.each(Object.entries(mayImport))('%s declares only what it may import: %j', (name, allowed) => {
    const { dependencies = {}, devDependencies = {} } = manifest(name);
    const ofOurs = Object.keys(devDependencies).filter((one) => one.startsWith('@tealight/'));
    const forbidden = [...Object.keys(dependencies), ...ofOurs].filter((dependency) => {
      const ours = dependency.match(/^@tealight\/(.+)/)?.[1];
      return ours === undefined
        ? !allowed.includes('*') && !allowed.includes(dependency)
        : !allowed.includes(ours);
    });
    expect(forbidden).toEqual([]);
  });

  test.each(installed)('%s has what it runs with as dependencies, and nothing else', (name) => {
    const { dependencies = {} } = manifest(name);
    expect([...packagesIn(inside(`${name}/src`))].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test.each(Object.keys(mayImport))('%s declares every package that its tests import', (name) => {
    const own = manifest(name);
    const declared = { ...own.dependencies, ...own.devDependencies, ...manifest('.').devDependencies };
    const all = files.filter((file) => file.startsWith(`${name}/`));
    expect([...packagesIn(all)].filter((name) => !(name in declared))).toEqual([]);
  });

  test('what the server runs is written for Node 22, which has no `using` and no disposable stacks', () => {
    const newer = installed.flatMap(inside).filter((file) => {
      const text = read(file);
      const stacks =
        /new (Async)?DisposableStack\(/.test(text) && !text.includes("'@whatwg-node/disposablestack'");
      return stacks || /\busing \w+ =/.test(text);
    });
    expect(newer).toEqual([]);
  });

  test('no shipped package imports another by a path', () => {
    const reaching = shippedPackages.flatMap((name) =>
      inside(name).flatMap((file) =>
        importsOf(file)
          .filter((imported) => imported.startsWith('.'))
          .filter((imported) => !pathOf(imported, file).startsWith(`${name}/`))
          .map((imported) => `${file} → ${imported}`),
      ),
    );
    expect(reaching).toEqual([]);
  });

  test('the contract and the web app import of the sources nothing but the descriptors, so that no client of a vendor gets into a browser', () => {
    const clients = ['contract', 'web']
      .flatMap(inside)
      .flatMap((file) => importsOf(file).map((imported) => `${file} → ${imported}`))
      .filter((line) => / → @tealight\/sources(?!\/descriptors$)/.test(line));
    expect(clients).toEqual([]);
  });

  test('the descriptors import no client of a vendor and nothing of Node', () => {
    const reached = new Set<string>();
    const reach = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const imported of importsOf(file).filter((name) => name.startsWith('.')))
        reach(pathOf(imported, file));
    };
    reach('sources/src/descriptors.ts');
    const imports = [...reached].flatMap(importsOf).filter((name) => !name.startsWith('.'));
    expect([...new Set(imports)].sort()).toEqual(['@tealight/glucose', 'zod/mini']);
    expect([...reached].filter((file) => /\bfetch\b/.test(read(file)))).toEqual([]);
  });

  test('nothing that is shipped imports the development packages', () => {
    const development = Object.keys(mayImport).filter((name) => !shippedPackages.includes(name));
    const importing = shippedPackages
      .flatMap(inside)
      .filter((file) =>
        importsOf(file).some((imported) => development.some((name) => imported === `@tealight/${name}`)),
      );
    expect(importing).toEqual([]);
  });

  test('no package imports its own index', () => {
    const circular = shipped.filter((file) =>
      importsOf(file).some((name) => name === './index.ts' || name === '../index.ts'),
    );
    expect(circular).toEqual([]);
  });

  test.each(['web', 'simulators', 'e2e', 'bench', 'examples'])(
    '%s has development dependencies alone: no server needs it',
    (name) => {
      expect(Object.keys(manifest(name).dependencies ?? {})).toEqual([]);
    },
  );
});
