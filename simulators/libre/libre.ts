import { createHash } from 'node:crypto';
import type { SimulatedDay } from '../day.ts';
import { bodyOf, json } from '../replies.ts';
import type { Handler } from '../serve.ts';
import { currentOf, historyOf } from './points.ts';
import { type LibreScenario, libreScenarioReply } from './scenarios.ts';

export type LibreOptions = {
  email: string;
  password: string;
  scenario?: LibreScenario;
  /** Epoch ms; the wall clock when left out. */
  clock?: () => number;
  life?: SimulatedDay;
  lateMs?: readonly [number, number];
};

type Vendor = Required<LibreOptions> & { silentAfter: number };
type Ask = { request: Request; path: string; region: string | null; vendor: Vendor };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const region = 'de';
const user = {
  id: '51b0f2c4-7c39-4d0e-a8b1-0d5a3f3c9e11',
  firstName: 'Robin',
  lastName: 'Example',
  country: 'DE',
};
const people = [
  { patientId: '0c6f1f0e-52bb-4f83-9a6f-1be7e6a0d301', firstName: 'Alex', lastName: 'Example' },
  { patientId: '9d2a7b55-13c8-4a90-8e0d-6f2f0f5d7702', firstName: 'Kim', lastName: 'Example' },
];

/**
 * A simulated LibreLinkUp. The global host redirects every account to region `de`, the first segment of its path.
 * `POST /__simulator/scenario {"scenario"}` changes its responses.
 */
export function libreVendor(options: LibreOptions): Handler {
  const life = { seed: 11, everyMs: MINUTE };
  const defaults = { scenario: 'well', clock: Date.now, life, lateMs: [2000, 8000] } as const;
  const vendor: Vendor = { ...defaults, ...options, silentAfter: Number.POSITIVE_INFINITY };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__simulator/scenario') return feel(vendor, await bodyOf(request));
    const errorCode = await libreScenarioReply(vendor.scenario, request);
    if (errorCode !== null) return errorCode;
    const [, found = null, path = ''] = pathname.match(/^(?:\/([a-z0-9]{2,4}))?(\/llu\/.*)$/) ?? [];
    return answer({ request, path, region: found, vendor });
  };
}

function feel(vendor: Vendor, body: Record<string, unknown>): Response {
  vendor.scenario = body.scenario as LibreScenario;
  vendor.silentAfter = vendor.scenario === 'silent' ? vendor.clock() : Number.POSITIVE_INFINITY;
  return json({ status: 0 });
}

async function answer(ask: Ask): Promise<Response> {
  const { request, path, vendor } = ask;
  const { headers } = request;
  if (!headers.get('product') || !headers.get('version'))
    return json({ message: 'RequiredHeaderMissing' }, 400);
  const isSignIn = path === '/llu/auth/login';
  const { scenario } = vendor;
  const isVersionChecked = scenario === 'newer-to-sign-in' || (scenario === 'newer' && !isSignIn);
  if (isVersionChecked && headers.get('version') !== '4.21.0')
    return json({ data: { minimumVersion: '4.21.0' }, status: 920 }, 403);
  if (isSignIn) return signIn(ask, await bodyOf(request));
  if (ask.region !== region) return json({ status: 4, error: { message: 'couldNotLoadPatient' } });
  if (
    headers.get('authorization') !== `Bearer ${ticketOf(vendor).token}` ||
    vendor.scenario === 'forgetful'
  ) {
    return json({ message: 'invalid or expired jwt' }, 401);
  }
  if (headers.get('account-id') !== createHash('sha256').update(user.id).digest('hex')) {
    return json({ message: 'RequiredHeaderMissing' }, 400);
  }
  return data(ask);
}

function signIn({ region: asked, vendor }: Ask, { email, password }: Record<string, unknown>): Response {
  if (email !== vendor.email || password !== vendor.password) {
    return json({ status: 2, error: { message: 'notAuthenticated' } });
  }
  if (asked !== region) return json({ status: 0, data: { redirect: true, region } });
  return json({
    status: 0,
    data: { user, messages: {}, notifications: {}, authTicket: ticketOf(vendor), invitations: null },
  });
}

/** The same token all day, so that a restart of the simulator ends nobody's session. */
function ticketOf({ clock, password }: Vendor) {
  const expires = (Math.floor(clock() / DAY) + 180) * 86_400;
  const token = createHash('sha256').update(`${password} ${expires}`).digest('base64url');
  return { token, expires, duration: 15_552_000_000 };
}

function data({ path, vendor }: Ask): Response {
  const sensor = {
    life: vendor.life,
    now: vendor.clock(),
    lateMs: vendor.lateMs,
    silentAfter: vendor.silentAfter,
  };
  const good = (found: unknown) => json({ status: 0, data: found, ticket: ticketOf(vendor) });
  const sensorOf = (id: string) =>
    vendor.scenario === 'second-silent' && id === people[1]?.patientId
      ? { ...sensor, silentAfter: 0 }
      : sensor;
  const connections = sharing(vendor.scenario).map((person) => ({
    ...person,
    status: 2,
    glucoseMeasurement: currentOf(sensorOf(person.patientId)),
  }));
  if (path === '/llu/connections') return good(connections);
  const [, id, what] = path.match(/^\/llu\/connections\/([^/]+)\/(graph|logbook)$/) ?? [];
  const connection = connections.find(({ patientId }) => patientId === id);
  if (connection === undefined) return json({ status: 4, error: { message: 'couldNotLoadPatient' } });
  return good(
    what === 'logbook'
      ? []
      : { connection, activeSensors: [], graphData: historyOf(sensorOf(connection.patientId)) },
  );
}

function sharing(scenario: LibreScenario): typeof people {
  if (scenario === 'unshared') return [];
  if (scenario === 'several' || scenario === 'second-silent') return people;
  return scenario === 'gone' ? people.slice(1) : people.slice(0, 1);
}
