import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The nonce of a response: only elements with it may style the page. */
const newNonce = (): string => randomBytes(16).toString('base64');

/** A page of this server. */
export type Page = {
  html: (nonce: string) => string;
  /** The scripts within it, as sources of a content security policy: `'sha256-…'`. Nothing else in the page runs. */
  scripts?: readonly string[];
};

/**
 * The content security policy of our pages: load from and connect to this server, styles with the nonce, the page's own
 * scripts. `'self'` covers WebSockets only in newer browsers, so their address is explicit.
 */
function pagePolicy(nonce: string, { scripts = [] }: Page, { host }: FastifyRequest): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    "base-uri 'none'",
    `connect-src 'self'${sockets}`,
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
  ].join('; ');
}

/** Sends a page generated for this request. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const nonce = newNonce();
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': pagePolicy(nonce, page, request), 'cache-control': 'no-cache' })
    .send(page.html(nonce));
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2a30, #e6eef0); --soft: light-dark(#5c6b73, #9fb0b7);
  --page: light-dark(#f1f5f5, #0f1719); --card: light-dark(#ffffff, #172225); --line: light-dark(#dde5e5, #29383d);
  --teal: light-dark(#087f5b, #4fd1b0); }
body { background: var(--page); color: var(--ink); font: 16px/1.55 Poppins, system-ui, sans-serif; margin: 0 auto;
  max-width: 860px; padding: 32px 20px 64px; }
h1 { font-size: 28px; line-height: 1.25; } h2 { font-size: 20px; margin-top: 40px; } h3 { font-size: 16px; }
a { color: var(--teal); } pre, code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; } .soft { color: var(--soft); } .brand { color: var(--teal); font-weight: 600; text-decoration: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 16px 0; padding: 16px 20px; }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: 6px 8px 6px 0; text-align: left; vertical-align: top; }
`;

/** A page in Tealight's style; `body` is HTML. */
export const plainPage = (title: string, body: string, nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escaped(title)} · Tealight</title><style nonce="${nonce}">${style}</style></head>
<body><p><a class="brand" href="/">Tealight</a></p><main><h1>${escaped(title)}</h1>
${body}
</main></body></html>
`;
