import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The architecture. A room that needs more than this needs a decision record first. */
const mayImport: Record<string, readonly string[]> = {
  glucose: [],
  contract: ['glucose', 'zod'],
  signalr: [],
  sources: ['glucose', 'zod'],
  server: ['glucose', 'contract', 'signalr', 'sources', '*'],
  web: ['glucose', 'contract', '*'],
  outside: ['contract', '*'],
};

/** Inside the server: the parts that are joined by `app.ts` alone. They may use the store, never each other. */
const serverParts = ['poll', 'glow', 'devices', 'story', 'api', 'browser', 'mail'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const shipped = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes('/test/'));
const read = (file: string) => readFileSync(file, 'utf8');
const inside = (folder: string) => shipped.filter((file) => file.startsWith(`${folder}/`));
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');

describe('the house', () => {
  test('its root listing is the rooms, the commands and the papers', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].sort()).toEqual([...Object.keys(mayImport), 'bin'].sort());
  });

  test.each(Object.entries(mayImport))('%s declares only what it may import: %j', (room, allowed) => {
    const { dependencies = {} } = JSON.parse(read(`${room}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    const strangers = Object.keys(dependencies).filter((name) => {
      const ours = name.match(/^@tealight\/(.+)/)?.[1];
      return ours === undefined ? !allowed.includes('*') && !allowed.includes(name) : !allowed.includes(ours);
    });
    expect(strangers).toEqual([]);
  });

  test('no room reaches into another by a path', () => {
    const reaching = shipped.flatMap((file) => {
      const room = file.split('/')[0] ?? '';
      if (!(room in mayImport)) return [];
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .filter((name) => !new URL(name, `file:///${file}`).pathname.startsWith(`/${room}/`))
        .map((name) => `${file} → ${name}`);
    });
    expect(reaching).toEqual([]);
  });

  test('nothing that ships imports the outside', () => {
    const rooms = Object.keys(mayImport).filter((room) => room !== 'outside');
    expect(rooms.flatMap(inside).filter((file) => read(file).includes('@tealight/outside'))).toEqual([]);
  });

  test('inside a room nobody imports the room’s own public face', () => {
    const circular = shipped.filter((file) =>
      importsOf(file).some((name) => name === './index.ts' || name === '../index.ts'),
    );
    expect(circular).toEqual([]);
  });

  test('glucose has no clock and no chance', () => {
    expect(
      inside('glucose').filter((file) => /Date\.now\(|new Date\(\)|Math\.random/.test(read(file))),
    ).toEqual([]);
  });

  test('SQL stands only in the store', () => {
    const elsewhere = shipped.filter(
      (file) => !file.startsWith('server/src/store/') && !file.startsWith('outside/'),
    );
    const talking = elsewhere.filter((file) =>
      importsOf(file).some((name) => /^(kysely|pg|node:sqlite)$/.test(name)),
    );
    expect(talking).toEqual([]);
  });

  test('the environment is read only by the configuration', () => {
    const allowed = ['server/src/config.ts', 'server/src/main.ts'];
    const readers = shipped.filter(
      (file) => /process\.env/.test(read(file)) && !/^(bin|outside)\/|\.config\.ts$/.test(file),
    );
    expect(readers.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test('vendor addresses stand only in the sources and the configuration', () => {
    const addresses = /(dexcom\.com|libreview\.io|minimed\.eu|minimed\.com|medtronic\.com)\b/;
    const knowing = ['contract', 'glucose', 'signalr', 'web/src', 'server/src'].flatMap(inside);
    expect(knowing.filter((file) => addresses.test(read(file)) && file !== 'server/src/config.ts')).toEqual(
      [],
    );
  });

  test.each(serverParts)('server/%s does not import its neighbours', (part) => {
    const neighbours = serverParts.filter((other) => other !== part);
    const reaching = inside(`server/src/${part}`).flatMap((file) =>
      importsOf(file)
        .filter((name) => neighbours.some((other) => name.includes(`../${other}/`)))
        .map((name) => `${file} → ${name}`),
    );
    expect(reaching).toEqual([]);
  });

  test('the store imports no part of the server above it', () => {
    const reaching = inside('server/src/store').filter((file) =>
      importsOf(file).some(
        (name) => serverParts.some((part) => name.includes(`/${part}/`)) || name.endsWith('app.ts'),
      ),
    );
    expect(reaching).toEqual([]);
  });

  test('in the web, pages never import pages, and what they share never imports them', () => {
    const reaching = inside('web/src/pages').filter((file) => {
      const page = file.split('/')[3];
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => new URL(name, `file:///${file}`).pathname.split('/'))
        .some((path) => (path[3] === 'pages' && path[4] !== page) || path[3] === 'app');
    });
    const upward = inside('web/src/ui').filter((file) =>
      importsOf(file).some((name) => name.includes('/pages/') || name.includes('/app/')),
    );
    expect([...reaching, ...upward]).toEqual([]);
  });

  test('the hub room knows nothing of what it carries', () => {
    expect(inside('signalr').filter((file) => /glucose|wearer|lamp\b/i.test(read(file)))).toEqual([]);
  });

  test('no file is longer than 250 lines', () => {
    expect(files.filter((file) => read(file).split('\n').length > 251)).toEqual([]);
  });
});
