import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The packages of this codebase that the server needs. */
const parts = ['glucose', 'contract', 'signalr', 'sources', 'server'];

type Locked = { dev?: boolean; devOptional?: boolean; link?: boolean };
type Lock = { packages: Record<string, Locked & { optionalDependencies?: Record<string, string> }> };

/** A copy of the server as `npm ci --omit=dev` installs it: without packages that only development needs. */
export type ProductionTree = AsyncDisposable & { folder: string };

/** Copies the installed packages that the lockfile does not mark as development, and a web app of one page. */
export async function productionTree(page: string): Promise<ProductionTree> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-production-'));
  // Packages inside packages are locked, and copied, by their own paths.
  const copy = (path: string) =>
    cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !/\.test\.ts$|[\\/]node_modules$/.test(source.slice(join(root, path).length)),
    });
  for (const path of ['package.json', ...parts]) await copy(path);
  await mkdir(join(folder, 'node_modules/@tealight'), { recursive: true });
  for (const part of parts) await symlink(join('../..', part), join(folder, 'node_modules/@tealight', part));
  for (const path of await productionPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copy(path).catch(ignoreMissing);
  }
  await mkdir(join(folder, 'web/dist'), { recursive: true });
  await writeFile(join(folder, 'web/dist/index.html'), page);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  // The launcher's own Node.
  const launchers = Object.keys(packages['']?.optionalDependencies ?? {});
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !(dev || devOptional || link),
    )
    .map(([path]) => path)
    .filter((path) => !launchers.includes(path.slice('node_modules/'.length)));
}

/** Packages for other platforms are in the lockfile, but not installed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
