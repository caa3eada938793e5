import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../http/request-address.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { deviceName } from './browser-name.ts';
import { openSession } from './sessions-of.ts';

/** The origin of a sign-in: a browser or app, in a network. */
export type Place = { device: string; network: string };

export const placeOf = (request: FastifyRequest): Place => ({
  device: deviceName(request.headers['user-agent']),
  network: networkOf(request),
});

/** The hash by which a network of an account is stored. */
export const placeKey = (
  { keyFor }: Pick<Dependencies, 'keyFor'>,
  accountId: number,
  { network }: Pick<Place, 'network'>,
): string => keyFor('place', accountId, network);

/** Opens the session, inside a transaction. The owner is notified of a new device, except the very first, if `mayMail`. */
export async function welcome(
  inside: Stores,
  account: Account,
  { place, mayMail }: { place: Place; mayMail: boolean },
  dependencies: Dependencies,
) {
  const { now } = dependencies;
  const { device } = place;
  const firstTimeLoggedIn = await inside.accounts.recordFirstSignIn(account.id, now());
  const isNewDevice = !firstTimeLoggedIn && !(await inside.sessions.knowsAgent(account.id, device));
  const accessToken = await openSession(inside, { accountId: account.id, device }, now());
  const key = placeKey(dependencies, account.id, place);
  // Phones change their network many times a day: a new network is listed, and only a new device is emailed.
  if (isNewDevice || firstTimeLoggedIn || !(await inside.knownNetworks.isKnown(account.id, key, now()))) {
    await inside.activity.add(account.id, { kind: 'signed-in', at: now(), device });
  }
  await inside.knownNetworks.add(account.id, key, now());
  if (isNewDevice && mayMail) await mails.newSignIn(inside, { ...account, device }, dependencies);
  return { answer: { accessToken, firstTimeLoggedIn }, isNewDevice };
}
