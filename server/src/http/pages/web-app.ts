import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packAssets } from './compress-assets.ts';
import { type Page, plainPage, sendPage } from './pages.ts';

/** The placeholder for the nonce in a page of the web app. */
const nonceMark = /__CSP_NONCE__/g;
/** Path prefixes of the server, below which there are no pages of the web app. The service worker has them, too. */
export const notPages = /^\/(api|device|photos|health|metrics|outbox|browserhub|assets|pebble)(\/|$)/i;

/** A route that also answers HEAD, which link checkers and monitors send. */
const withHead = { exposeHeadRoute: true } as const;

export type WebApp = {
  /** Sends the web app if the request is for one of its pages; else returns false. */
  answers(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
};

/** Serves the built web app; every path that can be a page gets `index.html`, or the page of that name. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<WebApp> {
  const pages = await pagesIn(folder);
  const index = pages.get('/index') ?? notBuilt;
  const pageAt = (path: string): Page => pages.get(path.replace(/\.html$|\/$/i, '').toLowerCase()) ?? index;
  if (pages.size > 0) await app.register((assets) => serveAssets(assets, folder));
  // If the folder is read-only, the files are sent uncompressed.
  if (pages.size > 0) app.addHook('onListen', () => void packAssets(folder).catch(() => {}));
  const own = ['/', ...[...pages.keys()].flatMap((path) => [path, `${path}.html`])];
  for (const path of own) app.get(path, withHead, (request, reply) => sendPage(request, reply, pageAt(path)));
  return {
    async answers(request, reply) {
      const path = (request.url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/');
      const asked = ['GET', 'HEAD'].includes(request.method) && !notPages.test(path) && !/\.\w+$/.test(path);
      if (asked) await sendPage(request, reply, index);
      return asked;
    },
  };
}

/** Security headers that do nothing on a script, a style or a picture. */
const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy', 'x-frame-options'] as const;

async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  // What cannot be the path of a file, such as one with two slashes, may be that of a page.
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.statusCode !== 400 && error.statusCode !== 403) throw error;
    reply.callNotFound();
  });
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite puts a hash of the content into the name of each file below assets.
      const lasting = path.includes('/assets/');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      // For documents and workers only, and a new page loads two dozen of these files. The content security policy forbids
      // frames, too.
      if (lasting) for (const name of ofDocuments) reply.removeHeader(name);
      // A worker uses the policy of its own response: this one fetches the pages, has a second script, and shows the
      // icons of notifications.
      if (/\/sw\.js(\.\w+)?$/.test(path))
        reply.header(
          'content-security-policy',
          "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; frame-ancestors 'none'",
        );
    },
  });
}

/** The app's pages by their paths, read once. */
async function pagesIn(folder: string): Promise<Map<string, Page>> {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const files = (await readdir(folder)).filter((file) => file.endsWith('.html'));
  const read = files.map(async (file): Promise<[string, Page]> => {
    const html = await readFile(join(folder, file), 'utf8');
    const page = { html: (nonce: string) => html.replace(nonceMark, nonce), scripts: scriptsIn(html) };
    return [`/${file.slice(0, -'.html'.length)}`, page];
  });
  return new Map(await Promise.all(read));
}

/** The scripts without a file, by their hashes. Source: Content Security Policy Level 3, 2.3.1. */
const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

const notBuilt: Page = {
  html: (nonce) =>
    plainPage(
      'Not built yet',
      '<p>The web app is not built. Run <code>npm start</code>, which builds it, or <code>npm run dev</code>.</p>',
      nonce,
    ),
};
