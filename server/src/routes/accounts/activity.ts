import type { ActivityKind } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import type { Stores } from '../../store/store.ts';
import { deviceName } from '../sessions/browser-name.ts';

/** The browser or app of a call, as text for people. */
export const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent']);

/**
 * Records what was just done with an account, so that its owner can review it. Also emails what must not wait
 * for a review: a sign-in on a new device, a change of the password, a new connection code, an export and a
 * deletion. Connecting a source is not emailed: it is done often, and the dashboard shows it.
 */
export const noteActivity = (
  stores: Pick<Stores, 'activity'>,
  accountId: number,
  kind: ActivityKind,
  { request, now }: { request: FastifyRequest; now: () => number },
): Promise<void> => stores.activity.add(accountId, { kind, at: now(), device: deviceOf(request) });
