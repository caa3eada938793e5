import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainPage, sendPage } from './pages.ts';

/** Where `index.html` wants the nonce of its answer. */
const nonceMark = /__CSP_NONCE__/g;
/** Paths of the server's own: below them nothing is a page of the web app. */
const notPages = /^\/(api|device|photos|health|metrics|outbox|help|browserhub|assets)(\/|$)/i;

export type WebApp = {
  /** Answers with the web app where the request asks for one of its pages. False when it does not. */
  answers(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
};

/** Serves the built web app; every address that looks like a page is its `index.html`. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<WebApp> {
  const built = existsSync(join(folder, 'index.html'));
  const index = built ? await readFile(join(folder, 'index.html'), 'utf8') : null;
  const page = (nonce: string) =>
    index === null ? plainPage('Not built yet', notBuilt, nonce) : index.replace(nonceMark, nonce);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Vite writes a hash of its content into the name of everything below assets.
        const lasting = path.includes('/assets/');
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.get('/', (request, reply) => sendPage(request, reply, page));
  app.get('/index.html', (request, reply) => sendPage(request, reply, page));
  return {
    async answers(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '';
      const asked = request.method === 'GET' && !notPages.test(path) && !/\.\w+$/.test(path);
      if (asked) await sendPage(request, reply, page);
      return asked;
    },
  };
}

const notBuilt =
  '<p>The web app is not built. Run <code>npm start</code>, which builds it, or <code>npm run dev</code>.</p>';
