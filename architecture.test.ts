import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, importsOf, inside, pathOf, read, shipped, shippedPackages } from './source-files.ts';

/** The folders of the server and what each may import of the others; `app.ts` and `http-server.ts` join them. */
const serverFolders: Record<string, readonly string[]> = {
  shared: [],
  limits: ['shared'],
  config: ['shared'],
  'outbound-http': ['shared'],
  glow: ['shared'],
  statistics: ['shared'],
  'remote-browser': ['shared'],
  store: ['limits', 'shared'],
  process: ['shared', 'store'],
  encryption: ['config', 'shared', 'store'],
  backup: ['config', 'encryption', 'process', 'shared', 'store'],
  alarms: ['encryption', 'shared', 'store'],
  polling: ['encryption', 'shared', 'store'],
  devices: ['limits', 'process', 'shared'],
  mail: ['config', 'shared', 'store'],
  http: ['limits', 'shared', 'store'],
  routes: ['http', 'limits', 'shared', 'store'],
  metrics: ['http', 'limits', 'polling', 'process', 'shared', 'store'],
  health: ['encryption', 'http', 'mail', 'metrics', 'shared', 'store'],
  sources: ['config', 'encryption', 'polling', 'routes', 'shared', 'store'],
  doctor: ['config', 'encryption', 'health', 'mail', 'process', 'remote-browser', 'shared', 'store'],
};
/** The folders of the web app, likewise; all read the catalogs. A feature is used by the pages that show it. */
const webFolders: Record<string, readonly string[]> = {
  text: [],
  data: [],
  components: ['data'],
  'features/reading': ['components', 'data'],
  'features/remote-browser': ['components', 'data'],
  'features/range': ['components', 'data'],
  'features/join': ['components', 'data', 'features/alarms', 'features/time-in-range'],
  'features/sign-up': ['components', 'data', 'features/join'],
  'features/sign-in': ['components', 'data', 'features/join', 'features/sign-up'],
  'features/account': ['components', 'data', 'features/reading'],
  'features/security': ['components', 'data'],
  'features/help': ['components', 'data'],
  'features/connect-source': ['components', 'data', 'features/remote-browser', 'features/sign-up'],
  'features/devices': ['components', 'data', 'features/reading', 'features/time-in-range'],
  'features/time-in-range': ['components', 'data', 'features/range', 'features/reading'],
  'features/dashboard': [
    ...['components', 'data', 'features/connect-source', 'features/devices', 'features/range'],
    ...['features/reading', 'features/time-in-range', 'splash'],
  ],
  'features/alarms': ['components', 'data', 'features/devices', 'features/reading'],
  'features/wearer-switch': ['components', 'data', 'features/reading'],
  'features/people': [
    ...['components', 'data', 'features/alarms', 'features/dashboard', 'features/devices'],
    ...['features/reading', 'features/security', 'features/time-in-range'],
  ],
  'features/share-page': ['components', 'data', 'features/reading', 'features/time-in-range'],
  lamp: ['data', 'features/reading'],
  /** What is shown before the app is loaded. */
  splash: ['data', 'features/reading'],
  app: [
    ...['components', 'data', 'lamp', 'features/account', 'features/alarms', 'features/connect-source'],
    ...['features/dashboard'],
    ...['features/help', 'features/join', 'features/people', 'features/range', 'features/reading'],
    ...['features/security', 'features/share-page', 'features/sign-in', 'features/sign-up'],
    ...['features/wearer-switch', 'splash'],
  ],
};

/** Modules that a folder lists at most, tests apart, so that a listing reads as a table of contents. */
const MAX_MODULES = 16;
const isTest = (file: string) => /\.(?:test|e2e)\.tsx?$/.test(file);

/** `web/src/features/range/x.ts` is in `features/range`, `web/src/data/x.ts` in `data`. */
const webFolderOf = (file: string) => {
  const [, , folder = '', feature = ''] = file.split('/');
  return folder === 'features' ? `${folder}/${feature}` : folder;
};

describe('the codebase', () => {
  test('glucose has no clock and no random numbers', () => {
    expect(
      inside('glucose').filter((file) => /Date\.now\(|new Date\(\)|Math\.random/.test(read(file))),
    ).toEqual([]);
  });

  test('only the store speaks SQL', () => {
    const elsewhere = shipped.filter(
      (file) => !file.startsWith('server/src/store/') && shippedPackages.includes(file.split('/')[0] ?? ''),
    );
    const importing = elsewhere.filter((file) =>
      importsOf(file).some((name) => /^(kysely|pg|node:sqlite)$/.test(name)),
    );
    expect(importing).toEqual([]);
  });

  test('the environment is read only by the configuration', () => {
    const allowed = [
      'server/src/config/config.ts',
      'server/src/main.ts',
      'server/src/backup/command.ts',
      'server/src/doctor/main.ts',
    ];
    const readers = shipped.filter(
      (file) =>
        /process\.env/.test(read(file)) &&
        shippedPackages.includes(file.split('/')[0] ?? '') &&
        !/\.config\.ts$/.test(file),
    );
    expect(readers.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test('only the sources and the configuration know addresses of vendors', () => {
    const addresses = /(dexcom\.com|libreview\.io|minimed\.eu|minimed\.com|medtronic\.com)\b/;
    const knowing = ['contract', 'glucose', 'signalr', 'web/src', 'server/src'].flatMap(inside);
    expect(
      knowing.filter((file) => addresses.test(read(file)) && file !== 'server/src/config/config.ts'),
    ).toEqual([]);
  });

  test.each(Object.entries(serverFolders))('server/src/%s imports only %j', (folder, allowed) => {
    const imported = inside(`server/src/${folder}`).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => pathOf(name, file).split('/')[2] ?? '')
        .filter((other) => other !== folder && !allowed.includes(other))
        .map((other) => `${file} → ${other}`),
    );
    expect(imported).toEqual([]);
  });

  test('the table of the server names every folder there is, and no two folders need each other', () => {
    const folders = shipped
      .filter((file) => /^server\/src\/[^/]+\//.test(file))
      .map((file) => file.split('/')[2] ?? '');
    expect([...new Set(folders)].sort()).toEqual(Object.keys(serverFolders).sort());
    const names = Object.keys(serverFolders);
    const upward = names.flatMap((name, at) =>
      (serverFolders[name] ?? [])
        .filter((other) => names.indexOf(other) >= at)
        .map((other) => `${name} → ${other}`),
    );
    expect(upward).toEqual([]);
  });

  test.each(Object.entries(webFolders))('web/src/%s imports only %j', (folder, allowed) => {
    const imported = inside(`web/src/${folder}`).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => webFolderOf(pathOf(name, file)))
        .filter((other) => other in webFolders && other !== folder && !['text', ...allowed].includes(other))
        .map((other) => `${file} → ${other}`),
    );
    expect(imported).toEqual([]);
  });

  test('the table of the web app names every folder there is', () => {
    const folders = shipped.filter((file) => /^web\/src\/[^/]+\//.test(file)).map(webFolderOf);
    expect([...new Set(folders)].sort()).toEqual(Object.keys(webFolders).sort());
  });

  test('the hub library knows nothing of what it carries', () => {
    expect(inside('signalr').filter((file) => /glucose|wearer|lamp\b/i.test(read(file)))).toEqual([]);
  });

  test('no test replaces a module that others of its worker share', () => {
    const shares = (file: string) => !/^(web|e2e)\//.test(file) && file !== 'architecture.test.ts';
    const replaces = (file: string) => /\bvi\.(mock|resetModules)\(/.test(read(file));
    expect(files.filter((file) => isTest(file) && shares(file) && replaces(file))).toEqual([]);
  });

  test('no file is longer than 250 lines', () => {
    expect(files.filter((file) => read(file).split('\n').length > 251)).toEqual([]);
  });

  test('no folder lists more than a screen of modules, migrations aside', () => {
    const counts = new Map<string, number>();
    const modules = files.filter((file) => !isTest(file) && !file.startsWith('server/src/store/migrations/'));
    for (const file of modules) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_MODULES)).toEqual([]);
  });
});
