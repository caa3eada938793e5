import * as z from 'zod';
import { CONNECT_TIMEOUT_MS, withDeadline } from '../shared/deadline.ts';
import { selectPerson } from '../shared/select-person.ts';
import type {
  SelectsPerson,
  SignsInInRemoteBrowser,
  Source,
  SourceContext,
  VendorSession,
} from '../source.ts';
import { accountOf, callPeople, peopleOf, toPeople } from './account.ts';
import { authorizedCalls, MedtronicSession } from './authorized-calls.ts';
import { medtronic as descriptor } from './descriptor.ts';
import { type EndpointCache, openEndpointCache } from './endpoint-cache.ts';
import { fetchReadings } from './fetch-display.ts';
import { hostsOf } from './hosts.ts';
import { newSignIn, outcomeOf, PendingSignIn } from './sign-in.ts';
import { requestTokens } from './tokens.ts';

const Login = z.object({ ...PendingSignIn.shape, code: z.string().min(1) });
export type MedtronicLogin = z.infer<typeof Login>;

/** Medtronic through CareLink, as the CarePartner app sees it. `address`: the vendor's discovery service. */
export function medtronic({
  address: base,
}: {
  address: string;
}): Source<MedtronicLogin, MedtronicSession> &
  SelectsPerson<MedtronicSession> &
  SignsInInRemoteBrowser<PendingSignIn> {
  const hosts = hostsOf(base);
  const endpointCache = openEndpointCache({ base, hosts });

  return {
    name: descriptor.name,
    rhythm: descriptor.rhythm,
    historyMs: descriptor.historyMs,
    login: Login,
    session: MedtronicSession,
    pending: PendingSignIn,

    async begin({ isUsRegion }, context) {
      const region = isUsRegion ? 'US' : 'EU';
      return newSignIn(region, await endpointCache.refresh(region, context));
    },
    outcome: outcomeOf,
    hosts: hosts.names,
    mayConnect: hosts.isVendor,
    mayLoad: hosts.mayLoad,

    connect: (login, context, before) =>
      withDeadline(CONNECT_TIMEOUT_MS, context.signal, (signal) =>
        connect(endpointCache, { login, before }, { ...context, signal }),
      ),

    read(first, since, vendorSession) {
      const { latest, keep } = latestSession(first, vendorSession);
      return endpointCache.withEndpoints(first.region, vendorSession, (endpoints) =>
        fetchReadings({ session: latest(), endpoints, since }, { ...vendorSession, keep }),
      );
    },

    async people(first, vendorSession) {
      if (first.role === 'patient') return [];
      const { latest, keep } = latestSession(first, vendorSession);
      return endpointCache.withEndpoints(first.region, vendorSession, async (endpoints) => {
        const { send } = authorizedCalls(latest(), endpoints, { ...vendorSession, keep });
        return toPeople(
          await send(({ accessToken }) => callPeople({ endpoints, token: accessToken }, vendorSession)),
        );
      });
    },
    choose: (session, personId) => ({ ...session, personId }),
    personOf: ({ personId }) => personId,
  };
}

/**
 * The session as it was last renewed: when the work is repeated with other endpoints, an old refresh token would end it.
 */
function latestSession(first: MedtronicSession, vendorSession: VendorSession<MedtronicSession>) {
  let session = first;
  return {
    latest: () => session,
    async keep(renewed: MedtronicSession) {
      session = renewed;
      await vendorSession.keep(renewed);
    },
  };
}

type ConnectArguments = { login: MedtronicLogin; before: MedtronicSession | undefined };

/** Exchanges the code for tokens, and finds out whose they are. */
async function connect(
  endpointCache: EndpointCache,
  { login, before }: ConnectArguments,
  context: SourceContext,
): Promise<MedtronicSession> {
  const { code, region, verifier, redirectUri } = login;
  return endpointCache.withEndpoints(region, context, async (endpoints) => {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const tokens = await requestTokens(endpoints, form, context);
    const accountCall = { endpoints, token: tokens.accessToken };
    const account = await accountOf(accountCall, context);
    const known = before?.username === account.username ? before.personId : null;
    const people = account.role === 'patient' ? null : await peopleOf(accountCall, context);
    return { region, ...account, ...tokens, personId: people && selectPerson('medtronic', people, known) };
  });
}
