import { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, MINUTE_MS, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import { CONNECT_TIMEOUT_MS, withDeadline } from '../shared/deadline.ts';
import { rowsIn } from '../shared/rows.ts';
import { selectPerson } from '../shared/select-person.ts';
import type { ConvertsLogin, SelectsPerson, Source, SourceContext, VendorSession } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { APP_VERSION, callLibre, hostOf, type LibreBody } from './call-libre.ts';
import { libre as descriptor, type SentLibreLogin } from './descriptor.ts';
import { toPeople } from './people.ts';
import { signIn, Ticket } from './sign-in.ts';
import { toReadings } from './to-readings.ts';

const Login = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type LibreLogin = z.infer<typeof Login>;

const Session = z.object({
  region: z.string().nullable(),
  token: z.string(),
  expiresAt: z.number(),
  accountId: z.string(),
  personId: z.string().nullable(),
  version: z.string(),
});
export type LibreSession = z.infer<typeof Session>;

/** How far back the graph goes; beyond it there is only the logbook of scans and alarms. */
const GRAPH_MS = 12 * HOUR_MS;
const LOGBOOK_MS = descriptor.historyMs;
/** A point a minute at most, and a scan or an alarm every twenty, and a few more: no real account has more. */
const MAX_POINTS = GRAPH_MS / MINUTE_MS + 12;
const MAX_SCANS = LOGBOOK_MS / MINUTE_MS / 20 + 12;
/** The cause of a `session-over` that may also mean that the person no longer shares. */
const NO_GRAPH = 'no graph of this person';
/** A renewed ticket is saved when it ends this much later than the stored one. */
const SAVE_TICKET_AFTER_MS = DAY_MS;

/** FreeStyle Libre through LibreLinkUp. `address`: the vendor's global host. */
export function libre({
  address: base,
}: {
  address: string;
}): Source<LibreLogin, LibreSession> &
  ConvertsLogin<SentLibreLogin, LibreLogin> &
  SelectsPerson<LibreSession> {
  return {
    name: descriptor.name,
    rhythm: descriptor.rhythm,
    historyMs: descriptor.historyMs,
    login: Login,
    session: Session,
    toLogin: ({ patientId, ...login }) => ({
      login,
      ...(patientId !== undefined && { personId: patientId }),
    }),
    connect: (login, context, before) =>
      withDeadline(CONNECT_TIMEOUT_MS, context.signal, (signal) =>
        connect(base, { login, before }, { ...context, signal }),
      ),
    read: (session, since, vendorSession) => read(base, { session, since }, vendorSession),
    people: async (session, vendorSession) =>
      toPeople((await callConnections(base, { session, path: '' }, vendorSession)).response),
    choose: (session, personId) => ({ ...session, personId }),
    personOf: ({ personId }) => personId,
  };
}

type ConnectArguments = { login: LibreLogin; before: LibreSession | undefined };

async function connect(
  base: string,
  { login, before }: ConnectArguments,
  context: SourceContext,
): Promise<LibreSession> {
  const version = before?.version ?? APP_VERSION;
  const signedIn = { ...(await signIn(login, { base, version }, context)), personId: null };
  const { response, session } = await callConnections(base, { session: signedIn, path: '' }, context);
  return { ...session, personId: selectPerson('libre', toPeople(response), before?.personId ?? null) };
}

const Graph = z.object({
  connection: z.object({ glucoseMeasurement: z.unknown().optional() }),
  graphData: z.array(z.unknown()).nullish(),
});

type ReadArguments = { session: LibreSession; since: number };

async function read(
  base: string,
  { session, since }: ReadArguments,
  vendorSession: VendorSession<LibreSession>,
): Promise<Reading[]> {
  if (session.personId === null) throw new SourceError('libre', 'choose-person');
  const graph = await graphOf(base, session, vendorSession);
  const parsed = Graph.safeParse(graph.response.data);
  if (!parsed.success) throw new SourceError('libre', 'unreadable', { cause: 'no graph' });
  const renewed = withTicket(graph.session, graph.response);
  if (renewed !== session) await vendorSession.keep(renewed);
  const { connection, graphData } = parsed.data;
  const now = vendorSession.now();
  const scans = since < now - GRAPH_MS ? await logbook(base, renewed, vendorSession) : [];
  const points = rowsIn('libre', graphData ?? [], MAX_POINTS);
  const current = connection.glucoseMeasurement;
  return toReadings([...scans, ...points, ...(current == null ? [] : [current])], {
    since,
    until: now + CLOCK_SKEW_MS,
  });
}

/** The person's graph. Where it cannot be loaded, one more call for the list of people shows whether they still share. */
async function graphOf(
  base: string,
  session: LibreSession,
  vendorSession: VendorSession<LibreSession>,
): Promise<ConnectionsResponse> {
  try {
    return await callConnections(base, { session, path: `/${session.personId}/graph` }, vendorSession);
  } catch (error) {
    if (!(error instanceof SourceError && error.cause === NO_GRAPH)) throw error;
    const { response } = await callConnections(base, { session, path: '' }, vendorSession);
    selectPerson('libre', toPeople(response), session.personId);
    throw error;
  }
}

/** Scans and alarms of two weeks; none for now when that call fails, so that the graph's readings are not lost. */
async function logbook(
  base: string,
  session: LibreSession,
  vendorSession: VendorSession<LibreSession>,
): Promise<unknown[]> {
  try {
    const { response } = await callConnections(
      base,
      { session, path: `/${session.personId}/logbook` },
      vendorSession,
    );
    return Array.isArray(response.data) ? rowsIn('libre', response.data, MAX_SCANS) : [];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    vendorSession.incomplete();
    return [];
  }
}

type ConnectionsResponse = { response: LibreBody; session: LibreSession };
type ConnectionsCall = { session: LibreSession; path: string };

/** Gets a path below the connections. The session has the version that the vendor accepts. */
async function callConnections(
  base: string,
  { session, path }: ConnectionsCall,
  context: SourceContext,
): Promise<ConnectionsResponse> {
  const url = `${hostOf(base, session.region)}/llu/connections${path}`;
  const { response, version } = await callLibre({ url, caller: session }, context);
  return {
    response: checkedBody(response, path),
    session: version === session.version ? session : { ...session, version },
  };
}

function checkedBody(response: LibreBody, path: string): LibreBody {
  const { status, data } = response;
  if (status === 0 && data !== undefined) return response;
  // Status 0 without data, or a person that cannot be loaded: the session is over, or the person no longer shares.
  if (status === 0 || status === 4)
    throw new SourceError('libre', 'session-over', { cause: path === '' ? `status ${status}` : NO_GRAPH });
  if (status === 911) throw new SourceError('libre', 'unreachable', { cause: 'maintenance' });
  throw new SourceError('libre', 'unreadable', {
    cause: `status ${status} ${path === '' ? 'list' : 'graph'}`,
  });
}

function withTicket(session: LibreSession, response: LibreBody): LibreSession {
  const ticket = Ticket.safeParse(response.ticket).data;
  const expiresAt = (ticket?.expires ?? 0) * 1000;
  if (ticket === undefined || expiresAt < session.expiresAt + SAVE_TICKET_AFTER_MS) return session;
  return { ...session, token: ticket.token, expiresAt };
}
