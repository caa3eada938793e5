import { readAudit } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { AuditEntry } from '../../store/people/audit.ts';
import type { Dependencies } from '../dependencies.ts';

/** The record of who was given access to a wearer. */
export function serveAudit(api: Api, { store }: Pick<Dependencies, 'store'>): void {
  serve(api, readAudit, async ({ query: { before }, principal }) => {
    const page = await store.audit.page(principal.wearerId, before === undefined ? null : Number(before));
    const last = page.entries.at(-1);
    return {
      entries: page.entries.map(toAuditEntry),
      next: page.hasMore && last !== undefined ? String(last.id) : null,
    };
  });
}

/** An entry as the API and the export have it. */
export const toAuditEntry = ({ at, kind, by, about, detail }: Omit<AuditEntry, 'id'>) => ({
  at: new Date(at).toISOString(),
  kind,
  by,
  about,
  detail,
});
