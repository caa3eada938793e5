import type { FastifyInstance } from 'fastify';
import { escaped, plainPage, sendPage } from '../pages/pages.ts';
import { type OpenApiDocument, type Operation, openApiDocument } from './openapi.ts';

/** The OpenAPI document at `/api/openapi.json`, and a page to read it at `/api/docs`. Both are built at the first request. */
export function serveDocs(app: FastifyInstance, version: string): void {
  let made: OpenApiDocument | null = null;
  let body: string | null = null;
  const document = () => {
    made ??= openApiDocument(version);
    return made;
  };
  app.get('/api/openapi.json', (_, reply) => {
    reply.header('cache-control', 'no-cache');
    return document();
  });
  app.get('/api/docs', { exposeHeadRoute: true }, (request, reply) => {
    body ??= bodyOf(document());
    return sendPage(request, reply, { html: (nonce) => plainPage('The API', body ?? '', nonce) });
  });
}

type Entry = { path: string; method: string; operation: Operation };

function bodyOf({ paths, info }: OpenApiDocument): string {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(entries.flatMap(({ operation }) => operation.tags))];
  const intro = `<p>${escaped(String(info.description))}</p><p class="soft">The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a></p>
<nav>${tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(' · ')}</nav>`;
  return [intro, ...tags.map((tag) => section(tag, entries))].join('\n');
}

const section = (tag: string, entries: readonly Entry[]): string =>
  `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>\n${entries
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(article)
    .join('\n')}`;

function article({ path, method, operation }: Entry): string {
  const { summary, security, parameters, requestBody, responses } = operation as Operation & {
    security?: unknown[];
    responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
  };
  const who = (security ?? []).length > 0 ? 'with an access token' : 'for anyone';
  return `<article class="card"><h3><code>${method.toUpperCase()} ${escaped(path)}</code></h3>
<p>${escaped(summary)} <span class="soft">(${who})</span></p>
${part('Query', parameters)}${part('Body', requestBody)}${Object.entries(responses).map(answer).join('\n')}</article>`;
}

const part = (title: string, value: unknown): string =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(value, null, 2))}</pre></details>`;

type Answer = { description: string; content?: Record<string, { schema: unknown }> };

function answer([status, { description, content }]: [string, Answer]): string {
  if (!status.startsWith('2')) {
    return `<p class="soft"><code>${status}</code> ${escaped(description).replaceAll('\n\n', '<br>')}</p>`;
  }
  return part(`${status} ${description}`, content);
}
