import {
  type ConnectionType,
  cgmConnection,
  choosePerson,
  completeDexcom,
  connectDexcomShare,
  connectLibre,
  connectMedtronic,
  connectNightscout,
  dexcomLoginUrl,
  disconnect,
  listPeople,
  reconnect,
  resolveMedtronic,
  startMedtronic,
  troubleText,
} from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import type { FastifyRequest } from 'fastify';
import { noteActivity } from './activity.ts';
import { networkOf } from './address.ts';
import { withinConnectLimits } from './connect-limits.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { type Api, type SignedIn, serve } from './serve.ts';

const done = { isSuccess: true };

/** A call that brings a login. */
type Typed = { body: unknown; visitor: SignedIn; request: FastifyRequest };

/** Connecting a source, each in its vendor's way, and parting from it. */
export function serveConnection(api: Api, parts: Parts): void {
  const { polling, budgets, site, store, now } = parts;
  serve(api, cgmConnection, ({ visitor }) => polling.status(visitor.wearerId));
  serve(api, disconnect, async ({ body, visitor, request }) => {
    await polling.disconnect(visitor.wearerId, body);
    await noteActivity(store, visitor.accountId, 'source-removed', { request, now });
    return done;
  });

  const connect = async (
    type: ConnectionType,
    { body, visitor: { wearerId, accountId }, request }: Typed,
  ) => {
    if (!site.sources.includes(type)) throw new Refusal('not-offered');
    await budgets.spend('connect', wearerId);
    const typed = { type, login: body, network: networkOf(request) };
    await told(type, () => withinConnectLimits(parts, typed, () => polling.connect(wearerId, type, body)));
    await noteActivity(store, accountId, 'source-connected', { request, now });
    return done;
  };
  serve(api, connectNightscout, (asked) => connect('nightScout', asked));
  serve(api, connectDexcomShare, (asked) => connect('dexcom', asked));
  serve(api, connectLibre, (asked) => connect('freeStyleLibre', asked));
  serveKept(api, parts);
  serveDexcomSignIn(api, parts);
  serveMedtronic(api, parts);
}

/** What is done with a connection that is there, or was. */
function serveKept(api: Api, { polling, budgets, store, now }: Parts): void {
  const typeOf = async (wearerId: number) => (await polling.status(wearerId)).connectionType;
  serve(api, reconnect, async ({ body, visitor: { wearerId, accountId }, request }) => {
    await budgets.spend('connect', wearerId);
    const how = { otherRegion: body?.otherRegion ?? false };
    const isSuccess = await told(await typeOf(wearerId), () => polling.reconnect(wearerId, how));
    if (isSuccess) await noteActivity(store, accountId, 'source-connected', { request, now });
    return { isSuccess };
  });
  serve(api, listPeople, async ({ visitor: { wearerId } }) => {
    await budgets.spend('connect', wearerId);
    return { people: await told(await typeOf(wearerId), () => polling.people(wearerId)) };
  });
  serve(api, choosePerson, async ({ body, visitor: { wearerId } }) => {
    await budgets.spend('connect', wearerId);
    await told(await typeOf(wearerId), () => polling.choose(wearerId, body.id));
    return done;
  });
}

function serveDexcomSignIn(api: Api, { dexcomSignIn, budgets, store, now }: Parts): void {
  serve(api, dexcomLoginUrl, async ({ visitor }) => {
    if (dexcomSignIn === null) throw new Refusal('not-offered');
    return { loginUrl: await dexcomSignIn.loginUrl(visitor.wearerId) };
  });
  serve(api, completeDexcom, async ({ body, visitor, request }) => {
    if (dexcomSignIn === null) throw new Refusal('not-offered');
    await budgets.spend('connect', visitor.wearerId);
    await told('dexcom', () => dexcomSignIn.complete(visitor.wearerId, body));
    await noteActivity(store, visitor.accountId, 'source-connected', { request, now });
    return done;
  });
}

function serveMedtronic(api: Api, parts: Parts): void {
  const { medtronic, isMedtronicOffered = () => true, budgets, store, now } = parts;
  serve(api, startMedtronic, async ({ body, visitor }) => {
    if (medtronic === null || !isMedtronicOffered()) throw new Refusal('not-offered');
    await budgets.spend('connect', visitor.wearerId);
    return { data: await told('medtronic', () => medtronic.start(visitor.wearerId, body.isUsRegion)) };
  });
  serve(api, connectMedtronic, async ({ body, visitor, request }) => {
    if (medtronic === null) throw new Refusal('not-offered');
    await told('medtronic', () => medtronic.complete(visitor.wearerId, body));
    await noteActivity(store, visitor.accountId, 'source-connected', { request, now });
    return { data: true };
  });
  serve(api, resolveMedtronic, ({ query, visitor }) => {
    const { country = visitor.account.location, isUsRegion = String(country.toUpperCase() === 'US') } = query;
    return { isSuccess: true, data: { country: regionOf(isUsRegion === 'true') } };
  });
}

/** Medtronic serves the United States from one region and everybody else from the other. */
const regionOf = (us: boolean): 'US' | 'EU' => (us ? 'US' : 'EU');

/** What a source refuses, in words for people. */
async function told<T>(type: ConnectionType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { trouble, retryAfterMs } = error;
    throw new Refusal('source-refused', { title: troubleText(trouble, type), trouble }, retryAfterMs ?? null);
  }
}
