import { endSessions, listSessions, recentActivity } from '@tealight/contract';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** Seeing and ending the sessions of one's own account. */
export function serveSessions(api: Api, { store, now }: Parts): void {
  serve(api, listSessions, async ({ visitor }) => {
    const sessions = await store.sessions.list(visitor.accountId, now());
    return {
      sessions: sessions.map(({ id, agent, createdAt, usedAt }) => ({
        id,
        device: agent,
        signedInAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(usedAt).toISOString(),
        current: visitor.sessionHash.startsWith(id),
      })),
    };
  });

  serve(api, recentActivity, async ({ visitor }) => ({
    activity: await activityOf(visitor.accountId, { store, now }),
  }));

  serve(api, endSessions, async ({ body: { id }, visitor }) => {
    if (id === undefined) await store.sessions.endOthers(visitor.accountId, visitor.sessionHash, now());
    else await store.sessions.endOne(visitor.accountId, id, now());
    return { isSuccess: true };
  });
}

/** What was done with an account, for people; the same in the export. */
export async function activityOf(accountId: number, { store, now }: Pick<Parts, 'store' | 'now'>) {
  const activity = await store.activity.list(accountId, now());
  return activity.map(({ kind, at, device }) => ({ kind, at: new Date(at).toISOString(), device }));
}
