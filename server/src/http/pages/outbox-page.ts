import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem-error.ts';
import { isLoopbackClient } from '../request-address.ts';
import { escaped, plainPage, sendPage } from './pages.ts';

const SHOWN = 50;

type Kept = { name: string; to: string; subject: string; at: string; text: string; html: string };

/** The emails stored as files, for clients on this machine. For all others the page does not exist (404). */
export function serveOutbox(app: FastifyInstance, folder: string | null): void {
  const open = (request: FastifyRequest): string => {
    if (folder === null || !isLoopbackClient(request)) throw new ProblemError('not-found');
    return folder;
  };

  app.get('/outbox', async (request, reply) => {
    const kept = await emailsIn(open(request));
    reply.header('cache-control', 'no-store');
    if (request.headers.accept?.includes('application/json')) return kept.map(({ html, ...rest }) => rest);
    return sendPage(request, reply, { html: (nonce) => plainPage('Outbox', list(kept), nonce) });
  });

  app.get<{ Params: { name: string } }>('/outbox/:name', async (request, reply) => {
    const email = (await emailsIn(open(request))).find(({ name }) => name === request.params.name);
    if (email === undefined) throw new ProblemError('not-found');
    // The email has inline styles, and can neither run a script nor load anything.
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation",
        'cache-control': 'no-store',
      })
      .send(email.html.replace('<head>', '<head><base target="_top">'));
  });
}

/** Newest first. */
async function emailsIn(folder: string): Promise<Kept[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse();
  const { default: PostalMime } = await import('postal-mime');
  return Promise.all(
    names.slice(0, SHOWN).map(async (file) => {
      const mail = await PostalMime.parse(await readFile(join(folder, file)));
      const { subject = '', date = '', text = '', html = '' } = mail;
      return {
        name: file.replace(/\.eml$/, ''),
        to: mail.to?.[0]?.address ?? '',
        subject,
        at: date,
        text,
        html,
      };
    }),
  );
}

const withLinks = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`);

function list(kept: readonly Kept[]): string {
  const intro = `<p class="soft">No mail server is configured, so emails are kept here. Only people at this computer see them.</p>`;
  if (kept.length === 0) return `${intro}<p>There is no mail yet.</p>`;
  return intro + kept.map(card).join('\n');
}

const card = ({ name, to, subject, at, text }: Kept) => `<article class="card"><h2>${escaped(subject)}</h2>
<p class="soft">To ${escaped(to)} · <time>${escaped(at)}</time> · <a href="/outbox/${encodeURIComponent(name)}">as HTML</a></p>
<pre>${withLinks(text.trim())}</pre></article>`;
