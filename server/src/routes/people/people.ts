import type { Api } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { serveAudit } from './audit.ts';
import { serveFollows } from './follows.ts';
import { serveHandOver } from './hand-over.ts';
import { serveInvitations } from './invitations.ts';
import { serveRemoveWearer } from './remove-wearer.ts';
import { serveShareLinks } from './share-links.ts';
import { serveSharedPage } from './shared-page.ts';
import { serveWearers } from './wearers.ts';

/** Families, carers, followers and share links. */
export function servePeople(api: Api, dependencies: Dependencies): void {
  serveWearers(api, dependencies);
  serveRemoveWearer(api, dependencies);
  serveFollows(api, dependencies);
  serveInvitations(api, dependencies);
  serveHandOver(api, dependencies);
  serveShareLinks(api, dependencies);
  serveSharedPage(api, dependencies);
  serveAudit(api, dependencies);
}
