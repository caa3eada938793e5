import { type ConnectionType, site, sourcesOfType } from '@tealight/contract';
import { isLoopbackClient } from '../http/request-address.ts';
import { type Api, serve } from '../http/serve-call.ts';
import type { Dependencies } from './dependencies.ts';

/** The public properties of this server. */
export function serveSite(api: Api, dependencies: Dependencies): void {
  const { links, sources, outboxFolder } = dependencies.site;
  serve(api, site, ({ request }) => ({
    links,
    sources: sources.filter((type) => !needsBrowser(type) || (dependencies.isMedtronicOffered?.() ?? true)),
    dexcomSignIn: dependencies.dexcomSignIn !== null,
    outbox: outboxFolder !== null && isLoopbackClient(request),
  }));
}

const needsBrowser = (type: ConnectionType): boolean =>
  sourcesOfType(type).some(({ connect }) => connect.by === 'remote-browser');
