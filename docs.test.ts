import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DAY_MS, MINUTE_MS } from '@tealight/glucose';
import { descriptors, type SourceDescriptor } from '@tealight/sources/descriptors';
import { describe, expect, test } from 'vitest';

const here = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf8');

const pages = [
  'SECURITY.md',
  ...readdirSync(here('docs'))
    .filter((name) => /^security.*\.md$/.test(name))
    .map((name) => `docs/${name}`),
];
/** A file of the root by its name, any other by its path. */
const filePath = /^(?:[\w-]+(?:\.[\w-]+)*\.(?:ts|json|md)|(?:[\w.-]+\/)+[\w.-]+\.\w+)$/;
const isTest = /\.(?:test|e2e)\.tsx?$/;

type Named = { file: string; titles: string[] };

/** The files in backticks that a page names, each with the test titles that follow it in straight quotation marks. */
function namedIn(page: string): Named[] {
  const named = read(page).matchAll(/`([^`\n]+)`((?:,? "[^"\n]+")*)/g);
  return [...named]
    .map(([, file = '', quoted = '']) => ({
      file,
      titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }))
    .filter(({ file }) => filePath.test(file));
}

const quotes = ["'", '`', '"'];
const hasTest = (file: string, title: string) => {
  const text = read(file);
  return quotes.some(
    (quote) => text.includes(`(${quote}${title}${quote}`) || text.includes(`  ${quote}${title}${quote}`),
  );
};

type Names = Record<string, string>;
type Manifest = { dependencies?: Names; devDependencies?: Names; optionalDependencies?: Names };

/** Every package that a package.json names, beside our own, as `name version license`. */
function declaredPackages(): string[] {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { license?: string }> };
  const manifests = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*package.json']);
  const declared = String(manifests)
    .trim()
    .split('\n')
    .flatMap((file) => {
      const own = JSON.parse(read(file)) as Manifest;
      const names = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
      return Object.entries(names).map(([name, version]) => {
        const places = [`${file.replace('package.json', '')}node_modules/${name}`, `node_modules/${name}`];
        const locked = places.map((place) => lock.packages[place]).find((found) => found !== undefined);
        return { name, row: `${name} ${version} ${locked?.license}` };
      });
    })
    .filter(({ name }) => !name.startsWith('@tealight/'));
  return [...new Set(declared.map(({ row }) => row))].sort();
}

describe('the page about dependencies', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| (\S+) \| (\d\S+) \| ([^|]+) \| (.+) \|$/gm)];

  test('lists every dependency with its version and license, once, and nothing else', () => {
    const listed = rows.map(([, name, version, license]) => `${name} ${version} ${license}`).sort();
    expect(listed).toEqual(declaredPackages());
  });

  test('names no license that what is shipped may not have', () => {
    const allowed = /^(MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1)( OR |$)/;
    const others = rows.filter(([, , , license = '']) => !allowed.test(license)).map(([, name]) => name);
    expect(others).toEqual(['axe-core']);
  });
});

describe('the architecture page', () => {
  test('shows the imports that the code has', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/architecture.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('every page', () => {
  const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((page) => page !== '' && existsSync(here(page)));

  test.each(all)('links only to files that are there: %s', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(new URL(link, here(page))))).toEqual([]);
  });
});

describe('the security pages', () => {
  test.each(pages)('name no file that is not there: %s', (page) => {
    const files = namedIn(page).map(({ file }) => file);
    const linked = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(files.length + linked.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(here(file)))).toEqual([]);
    expect(linked.filter((link) => !existsSync(new URL(link, here(page))))).toEqual([]);
  });

  test.each(pages)('name no test that is not there: %s', (page) => {
    const missing = namedIn(page).flatMap(({ file, titles }) =>
      titles
        .filter((title) => !isTest.test(file) || !hasTest(file, title))
        .map((title) => `${file} ${title}`),
    );
    expect(missing).toEqual([]);
  });

  test('say of each requirement of the standard once how it stands, and count them right', () => {
    const page = read('docs/security-asvs.md');
    const rows = [...page.matchAll(/^\| (\d[\d., to]*) \| (met|n\/a|open) \| .+ \|$/gm)];
    expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
    const stands = rows.flatMap(([, numbers = '', status]) =>
      numbers.split(', ').flatMap((part) => requirementsIn(part).map((number) => ({ number, status }))),
    );
    expect(new Set(stands.map(({ number }) => number)).size).toBe(stands.length);
    // Whatever is met is shown by a file or a test.
    expect(rows.filter(([row, , status]) => status === 'met' && !/`[\w./-]+\.\w+`/.test(row))).toEqual([]);
    const count = (status: string) => stands.filter((one) => one.status === status).length;
    expect(page).toContain(
      `Of ${stands.length} requirements ${count('met')} are met, ${count('n/a')} do not apply, and ${count('open')} are open.`,
    );
    // [OWASP ASVS 5.0.0] 70 requirements of level 1 and 183 of level 2.
    expect(stands).toHaveLength(253);
  });
});

/** `1.2.3` itself, or each of `1.2.3 to 1.2.5`. */
function requirementsIn(part: string): string[] {
  const [first = '', last = first] = part.split(' to ');
  const section = first.slice(0, first.lastIndexOf('.'));
  const [from, until] = [first, last].map((number) => Number(number.split('.').at(-1)));
  return Array.from(
    { length: (until ?? 0) - (from ?? 0) + 1 },
    (_, index) => `${section}.${(from ?? 0) + index}`,
  );
}

const sources: readonly SourceDescriptor[] = descriptors;
const settings = sources.flatMap((source) =>
  Object.values(source.settings).map((setting) => ({ ...setting, source })),
);

describe('the sources', () => {
  test('are all in the table of the page about them', () => {
    const ways = {
      login: 'a login',
      'vendor-page': 'the vendor’s sign-in page',
      'remote-browser': 'the vendor’s sign-in page in the remote browser',
    };
    const rows = sources.map(({ name, label, connect, rhythm, historyMs }) => {
      const days = `${Math.round(historyMs / DAY_MS)} d`;
      const times = [durationOf(rhythm.everyMs), durationOf(rhythm.visibleAfterMs), days];
      return `| ${[label, `\`${name}\``, ways[connect.by], ...times].join(' | ')} |`;
    });
    expect(tableAfter('docs/sources.md', '| source |')).toEqual(rows);
  });

  test('have all their variables in the table of settings', () => {
    const rows = settings.map(({ variable, source, default: usual, help }) => {
      const value = usual === undefined ? 'none' : `\`${usual}\``;
      return `| \`${variable}\` | \`${source.name}\` | ${value} | ${help} |`;
    });
    expect(tableAfter('docs/sources.md', '| variable |')).toEqual(rows);
  });

  test('have all their variables in the example file, with their defaults', () => {
    const example = read('.env.example');
    for (const { variable, default: usual, help } of settings) {
      expect(example).toContain(`# ${help}\n#${variable}=${usual ?? ''}`);
    }
  });
});

/** The rows of the table whose heading begins so. */
function tableAfter(page: string, heading: string): string[] {
  const lines = read(page).split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading)) + 2;
  const rows = lines.slice(start);
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  );
}

const durationOf = (ms: number) => (ms < MINUTE_MS ? `${ms / 1000} s` : `${ms / MINUTE_MS} min`);
