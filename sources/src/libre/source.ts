import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { within } from '../deadline.ts';
import { type Follows, pinned } from '../follows.ts';
import { rowsIn } from '../rows.ts';
import type { Source, Visit, World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { APP_VERSION, askLibre, type LibreBody } from './ask-libre.ts';
import { hostOf, LIBRELINKUP_URL } from './host.ts';
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far back the graph goes; beyond it there is only the logbook of scans and alarms. */
const GRAPH_MS = 12 * HOUR_MS;
const LOGBOOK_MS = 14 * DAY_MS;
/** A point a minute at most, and a scan or an alarm every twenty: nobody honest has more. */
const MOST_POINTS = GRAPH_MS / MINUTE_MS;
const MOST_SCANS = LOGBOOK_MS / MINUTE_MS / 20;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;
/** What claims to come from further ahead is an error. */
const AHEAD_MS = 5 * MINUTE_MS;
/** The cause of a `session-over` that may as well mean that the person no longer shares. */
const NO_GRAPH = 'no graph of this person';
/** A renewed ticket is worth writing down when it lives this much longer than the stored one. */
const WORTH_KEEPING_MS = DAY_MS;

/** FreeStyle Libre through LibreLinkUp. `base` replaces the vendor's global host. */
export function libre(
  base: string = LIBRELINKUP_URL,
): Source<LibreLogin, LibreSession> & Follows<LibreSession> {
  return {
    name: 'libre',
    login: Login,
    session: Session,
    // Libre 3 and streaming Libre 2 upload about once a minute; the vendor wants no more than one call a minute.
    // The points of its graph lag 17 to 21 minutes behind.
    rhythm: {
      everyMs: MINUTE_MS,
      visibleAfterMs: 10_000,
      pauseMs: MINUTE_MS,
      historyAfterMs: 25 * MINUTE_MS,
    },
    historyMs: LOGBOOK_MS,
    connect: (login, world, before) =>
      within(CONNECT_WITHIN_MS, world.signal, (signal) =>
        connect(base, { login, before }, { ...world, signal }),
      ),
    read: (session, since, visit) => read(base, { session, since }, visit),
    people: async (session, world) => toPeople((await askFor(base, { session, path: '' }, world)).answer),
    choose: (session, personId) => ({ ...session, personId }),
  };
}

type Entering = { login: LibreLogin; before: LibreSession | undefined };

async function connect(base: string, { login, before }: Entering, world: World): Promise<LibreSession> {
  const version = before?.version ?? APP_VERSION;
  const entered = { ...(await signIn(login, { base, version }, world)), version, personId: null };
  const { answer, session } = await askFor(base, { session: entered, path: '' }, world);
  return { ...session, personId: pinned('libre', toPeople(answer), before?.personId ?? null) };
}

const Graph = z.object({
  connection: z.object({ glucoseMeasurement: z.unknown().optional() }),
  graphData: z.array(z.unknown()).nullish(),
});

type Reach = { session: LibreSession; since: number };

async function read(base: string, { session, since }: Reach, visit: Visit<LibreSession>): Promise<Reading[]> {
  if (session.personId === null) throw new SourceError('libre', 'choose-person');
  const graph = await graphOf(base, session, visit);
  const parsed = Graph.safeParse(graph.answer.data);
  if (!parsed.success) throw new SourceError('libre', 'unreadable', { cause: 'no graph' });
  const renewed = withTicket(graph.session, graph.answer);
  if (renewed !== session) await visit.keep(renewed);
  const { connection, graphData } = parsed.data;
  const now = visit.now();
  const scans = since < now - GRAPH_MS ? await logbook(base, renewed, visit) : [];
  const points = rowsIn('libre', graphData ?? [], MOST_POINTS);
  const current = connection.glucoseMeasurement;
  return toReadings([...scans, ...points, ...(current == null ? [] : [current])], {
    since,
    until: now + AHEAD_MS,
  });
}

/** The person's graph. Where it cannot be loaded the list of people, one call more, tells whether they have gone. */
async function graphOf(base: string, session: LibreSession, visit: Visit<LibreSession>): Promise<Asked> {
  try {
    return await askFor(base, { session, path: `/${session.personId}/graph` }, visit);
  } catch (error) {
    if (!(error instanceof SourceError && error.cause === NO_GRAPH)) throw error;
    const { answer } = await askFor(base, { session, path: '' }, visit);
    pinned('libre', toPeople(answer), session.personId);
    throw error;
  }
}

async function logbook(base: string, session: LibreSession, visit: Visit<LibreSession>): Promise<unknown[]> {
  const { answer } = await askFor(base, { session, path: `/${session.personId}/logbook` }, visit);
  return Array.isArray(answer.data) ? rowsIn('libre', answer.data, MOST_SCANS) : [];
}

type Asked = { answer: LibreBody; session: LibreSession };
type Asking = { session: LibreSession; path: string };

/** Asks for something below the connections; adopts a newer minimum version of the same major once. */
async function askFor(base: string, { session, path }: Asking, world: World): Promise<Asked> {
  const url = `${hostOf(base, session.region)}/llu/connections${path}`;
  const answer = await askLibre({ url, caller: session }, world);
  if (answer.status !== 920) return { answer: understood(answer, path), session };
  const newer = { ...session, version: newerVersion(answer, session.version) };
  const again = await askLibre({ url, caller: newer }, world);
  return { answer: understood(again, path), session: newer };
}

const TooOld = z.object({ minimumVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/) });

function newerVersion({ data }: LibreBody, version: string): string {
  const minimum = TooOld.safeParse(data).data?.minimumVersion;
  if (minimum !== undefined && minimum.split('.')[0] === version.split('.')[0]) return minimum;
  throw new SourceError('libre', 'unreadable', { cause: 'this interface was switched off' });
}

function understood(answer: LibreBody, path: string): LibreBody {
  const { status, data } = answer;
  if (status === 0 && data !== undefined) return answer;
  // A good status without data, and a person that cannot be loaded: a stale session, or the person has gone.
  if (status === 0 || status === 4)
    throw new SourceError('libre', 'session-over', { cause: path === '' ? `status ${status}` : NO_GRAPH });
  if (status === 911) throw new SourceError('libre', 'unreachable', { cause: 'maintenance' });
  throw new SourceError('libre', 'unreadable', {
    cause: `status ${status} ${path === '' ? 'list' : 'graph'}`,
  });
}

function withTicket(session: LibreSession, answer: LibreBody): LibreSession {
  const ticket = Ticket.safeParse(answer.ticket).data;
  const expiresAt = (ticket?.expires ?? 0) * 1000;
  if (ticket === undefined || expiresAt < session.expiresAt + WORTH_KEEPING_MS) return session;
  return { ...session, token: ticket.token, expiresAt };
}
