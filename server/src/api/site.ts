import { site } from '@tealight/contract';
import { isLoopbackVisitor } from './address.ts';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** What this server offers, for anyone. */
export function serveSite(api: Api, parts: Parts): void {
  const { links, sources, outboxFolder } = parts.site;
  serve(api, site, ({ request }) => ({
    links,
    sources: sources.filter((type) => type !== 'medtronic' || (parts.isMedtronicOffered?.() ?? true)),
    dexcomSignIn: parts.dexcomSignIn !== null,
    outbox: outboxFolder !== null && isLoopbackVisitor(request),
  }));
}
