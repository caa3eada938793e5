import type { ActivityKind } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import type { Stores } from '../../store/store.ts';
import { deviceName } from '../sessions/browser-name.ts';

/** The browser or app a call comes from, for people. */
export const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent']);

/**
 * Notes what was just done with an account, so that its owner can look it over. Mailed as well is what must not wait
 * until somebody looks: a sign-in on a new device, a change of the password, a new connection code, an export and a
 * deletion. Connecting a source is not: it is done often, and the dashboard shows it.
 */
export const noteActivity = (
  stores: Pick<Stores, 'activity'>,
  accountId: number,
  kind: ActivityKind,
  { request, now }: { request: FastifyRequest; now: () => number },
): Promise<void> => stores.activity.add(accountId, { kind, at: now(), device: deviceOf(request) });
