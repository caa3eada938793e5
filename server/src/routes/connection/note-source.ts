import type { FastifyRequest } from 'fastify';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { noteActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit } from '../people/access-changes.ts';

/** Records that a wearer's source was connected or disconnected: for the account that did it, and for the wearer's owner. */
export async function noteSource(
  { store, polling, now }: Pick<Dependencies, 'store' | 'polling' | 'now'>,
  { accountId: by, wearerId }: WearerPrincipal,
  kind: 'source-connected' | 'source-disconnected',
  request: FastifyRequest,
): Promise<void> {
  const isConnected = kind === 'source-connected';
  const activity = isConnected ? 'source-connected' : 'source-removed';
  await noteActivity(store, by, activity, { request, now });
  // What is on and what may ring depends on the source.
  await store.alarmWatch.makeDue([wearerId]);
  const { connectionType } = await polling.status(wearerId);
  const detail = isConnected ? { source: connectionType } : {};
  await noteAudit(store, wearerId, { kind, by, detail }, now());
}
