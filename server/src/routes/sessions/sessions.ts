import { endSessions, listSessions, recentActivity } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';

/** Seeing and ending the sessions of one's own account. */
export function serveSessions(api: Api, { store, now }: Dependencies): void {
  serve(api, listSessions, async ({ principal }) => {
    const sessions = await store.sessions.list(principal.accountId, now());
    return {
      sessions: sessions.map(({ id, agent, createdAt, usedAt }) => ({
        id,
        device: agent,
        signedInAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(usedAt).toISOString(),
        current: principal.sessionHash.startsWith(id),
      })),
    };
  });

  serve(api, recentActivity, async ({ principal }) => ({
    activity: await activityOf(principal.accountId, { store, now }),
  }));

  serve(api, endSessions, async ({ body: { id }, principal }) => {
    if (id === undefined) await store.sessions.endOthers(principal.accountId, principal.sessionHash, now());
    else await store.sessions.endOne(principal.accountId, id, now());
    return { isSuccess: true };
  });
}

/** The activity of an account, as text for people; the same in the export. */
export async function activityOf(accountId: number, { store, now }: Pick<Dependencies, 'store' | 'now'>) {
  const activity = await store.activity.list(accountId, now());
  return activity.map(({ kind, at, device }) => ({ kind, at: new Date(at).toISOString(), device }));
}
