import type { Api } from '../../http/serve-call.ts';
import type { Parts } from '../dependencies.ts';
import { serveAudit } from './audit.ts';
import { serveFollows } from './follows.ts';
import { serveHandOver } from './hand-over.ts';
import { serveInvitations } from './invitations.ts';
import { serveRemoveWearer } from './remove-wearer.ts';
import { serveShareLinks } from './share-links.ts';
import { serveSharedPage } from './shared-page.ts';
import { serveWearers } from './wearers.ts';

/** Families, carers, followers and share links. */
export function servePeople(api: Api, parts: Parts): void {
  serveWearers(api, parts);
  serveRemoveWearer(api, parts);
  serveFollows(api, parts);
  serveInvitations(api, parts);
  serveHandOver(api, parts);
  serveShareLinks(api, parts);
  serveSharedPage(api, parts);
  serveAudit(api, parts);
}
