// Makes the folder of the app for Home Assistant, after `npm run build --workspace web`:
//   node deploy/home-assistant/pack.ts FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAssets } from '../../server/src/http/pages/compress-assets.ts';
import { buildContext } from '../docker/build-context.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const app = 'deploy/home-assistant';
/** Of the code, what the server needs; the manifests of all packages, which npm reads. */
const needed =
  /^(package\.json|package-lock\.json|\.npmrc|LICENSE|[^/]+\/package\.json|(glucose|contract|signalr|sources|server)\/src\/.*|deploy\/docker\/healthcheck\.mjs)$/;

/** Copies the app, the code that it runs, and the built web app with compressed files. Throws when there is no built web app. */
export async function pack(folder: string): Promise<void> {
  if (!existsSync(join(root, 'web/dist/index.html'))) {
    throw new Error('Build the web app first: npm run build --workspace web');
  }
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(root, from), join(folder, to), { recursive: true, preserveTimestamps: true });
  };
  for (const name of readdirSync(join(root, app)).filter((one) => one !== 'pack.ts'))
    copy(join(app, name), name);
  for (const file of buildContext(root).filter((one) => needed.test(one))) copy(file, join('source', file));
  copy('web/dist', 'source/web/dist');
  await packAssets(join(folder, 'source/web/dist'));
}

if (import.meta.main) {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new Error('node deploy/home-assistant/pack.ts FOLDER');
  await pack(resolve(folder));
}
