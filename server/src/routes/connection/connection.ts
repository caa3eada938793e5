import {
  type ConnectCall,
  type ConnectionType,
  cgmConnection,
  checkNow,
  choosePerson,
  completeDexcom,
  connectCalls,
  connectMedtronic,
  dexcomLoginUrl,
  disconnect,
  errorTextOf,
  type LoginType,
  listPeople,
  reconnect,
  resolveMedtronic,
  type SourceType,
  startMedtronic,
} from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import type { FastifyRequest } from 'fastify';
import type { WearerPrincipal } from '../../http/authorize.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { withinConnectLimits } from './connect-limits.ts';
import { noteSource } from './note-source.ts';

const done = { isSuccess: true };

/** A call with a login. */
type LoginRequest = { body: unknown; principal: WearerPrincipal; request: FastifyRequest };

/** Connecting and disconnecting a source. */
export function serveConnection(api: Api, dependencies: Dependencies): void {
  const { polling, budgets, site } = dependencies;
  serve(api, cgmConnection, ({ principal }) => polling.status(principal.wearerId));
  serve(api, disconnect, async ({ body, principal, request }) => {
    await polling.disconnect(principal.wearerId, body);
    await noteSource(dependencies, principal, 'source-disconnected', request);
    return done;
  });

  const connect = async (type: SourceType, { body, principal, request }: LoginRequest) => {
    const { wearerId } = principal;
    if (!site.sources.includes(type)) throw new ProblemError('not-offered');
    await budgets.spend('connect', wearerId);
    const attempt = { type, login: body, network: networkOf(request) };
    await withSourceProblems(type, () =>
      withinConnectLimits(dependencies, attempt, () => polling.connect(wearerId, type, body)),
    );
    await noteSource(dependencies, principal, 'source-connected', request);
    return done;
  };
  for (const [type, call] of Object.entries(connectCalls) as [LoginType, ConnectCall][])
    serve(api, call, (asked) => connect(type, asked));
  serveStoredConnection(api, dependencies);
  serveDexcomSignIn(api, dependencies);
  serveMedtronic(api, dependencies);
}

/** Calls about a connection that is stored. */
function serveStoredConnection(api: Api, dependencies: Dependencies): void {
  const { polling, budgets } = dependencies;
  /** After a disconnect that kept the login, the type of that. */
  const typeOf = async (wearerId: number): Promise<ConnectionType> => {
    const { connectionType, savedLogin } = await polling.status(wearerId);
    return connectionType === 'none' ? (savedLogin ?? 'none') : connectionType;
  };
  serve(api, reconnect, async ({ body, principal, request }) => {
    const { wearerId } = principal;
    await budgets.spend('connect', wearerId);
    const how = { otherRegion: body?.otherRegion ?? false };
    const isSuccess = await withSourceProblems(await typeOf(wearerId), () =>
      polling.reconnect(wearerId, how),
    );
    if (isSuccess) await noteSource(dependencies, principal, 'source-connected', request);
    return { isSuccess };
  });
  serve(api, checkNow, async ({ principal: { wearerId } }) => {
    await budgets.spend('check-now', wearerId);
    return { isSuccess: await polling.checkNow(wearerId) };
  });
  serve(api, listPeople, async ({ principal: { wearerId } }) => {
    await budgets.spend('connect', wearerId);
    return { people: await withSourceProblems(await typeOf(wearerId), () => polling.people(wearerId)) };
  });
  serve(api, choosePerson, async ({ body, principal: { wearerId } }) => {
    await budgets.spend('connect', wearerId);
    await withSourceProblems(await typeOf(wearerId), () => polling.choose(wearerId, body.id));
    return done;
  });
}

function serveDexcomSignIn(api: Api, dependencies: Dependencies): void {
  const { dexcomSignIn, budgets } = dependencies;
  serve(api, dexcomLoginUrl, async ({ principal }) => {
    if (dexcomSignIn === null) throw new ProblemError('not-offered');
    return { loginUrl: await dexcomSignIn.loginUrl(principal.wearerId) };
  });
  serve(api, completeDexcom, async ({ body, principal, request }) => {
    if (dexcomSignIn === null) throw new ProblemError('not-offered');
    await budgets.spend('connect', principal.wearerId);
    await withSourceProblems('dexcom', () => dexcomSignIn.complete(principal.wearerId, body));
    await noteSource(dependencies, principal, 'source-connected', request);
    return done;
  });
}

function serveMedtronic(api: Api, dependencies: Dependencies): void {
  const { medtronic, isMedtronicOffered = () => true, budgets } = dependencies;
  serve(api, startMedtronic, async ({ body, principal }) => {
    if (medtronic === null || !isMedtronicOffered()) throw new ProblemError('not-offered');
    await budgets.spend('connect', principal.wearerId);
    return {
      data: await withSourceProblems('medtronic', () => medtronic.start(principal.wearerId, body.isUsRegion)),
    };
  });
  serve(api, connectMedtronic, async ({ body, principal, request }) => {
    if (medtronic === null) throw new ProblemError('not-offered');
    await withSourceProblems('medtronic', () => medtronic.complete(principal.wearerId, body));
    await noteSource(dependencies, principal, 'source-connected', request);
    return { data: true };
  });
  serve(api, resolveMedtronic, ({ query, principal }) => {
    const { country = principal.account.location, isUsRegion = String(country.toUpperCase() === 'US') } =
      query;
    return { isSuccess: true, data: { country: medtronicRegionOf(isUsRegion === 'true') } };
  });
}

/** Medtronic has one region for the United States and one for all other countries. */
const medtronicRegionOf = (us: boolean): 'US' | 'EU' => (us ? 'US' : 'EU');

/** Runs `work`; an error of the source becomes a problem with a sentence for people. */
async function withSourceProblems<T>(type: ConnectionType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { errorCode, retryAfterMs, source } = error;
    throw new ProblemError(
      'source-refused',
      { title: errorTextOf(errorCode, type, { source }), errorCode },
      retryAfterMs ?? null,
    );
  }
}
