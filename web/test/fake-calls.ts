import {
  type CurrentUser,
  changesPath,
  currentUser,
  type ListedWearer,
  listWearers,
  mailSettings,
  type ProblemCode,
  type ProblemDetails,
  problemOf,
  recentActivity,
  rights,
  site,
  wearerChangesPath,
  wearerHeader,
} from '@tealight/contract';
import { vi } from 'vitest';

/** One call as the server received it; the body of a form is an object of its fields and files.  */
export type ReceivedCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  token: string | null;
  /** The wearer whom the call is about, where it says so. */
  wearer: string | null;
  body: unknown;
};

export const ada: CurrentUser = {
  firstName: 'Ada',
  lastName: 'Moreno',
  email: 'ada@example.org',
  phoneNumber: '+1 555 0100',
  location: 'US',
  connectionCode: 'k7m2qx4w9d',
  rangeSetup: null,
  emailConfirmed: true,
  dateOfBirth: null,
  gender: null,
  originalPhoto: null,
  resizedPhoto: null,
  userSettings: { highFlash: false, lowFlash: false, palette: 'classic' },
};

/** The wearer of an account that has nobody else. */
export const ownWearer: ListedWearer = {
  id: 'adaadaadaada',
  name: 'Ada',
  alias: null,
  accent: 'teal',
  birthYear: null,
  role: 'owner',
  rights: [...rights],
  ownerName: null,
  unit: 'mg/dL',
  timeZone: null,
  isShown: true,
  hasAlarms: false,
};

const links = {
  terms: 'https://example.org/terms',
  privacy: 'https://example.org/privacy',
  deviceSetup: 'https://example.org/devices',
  faq: 'https://example.org/faq',
  contact: 'https://example.org/contact',
  setupGuide: 'https://example.org/setup',
};

/** An error response with this problem. */
export const failure = (code: ProblemCode, more?: ProblemDetails): Response => {
  const problem = problemOf(code, more);
  return Response.json(problem, { status: problem.status });
};

/** There is no network. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};

type Answer = unknown | ((calls: ReceivedCall) => unknown);

/** A stream of changes that is silent: one that ends is opened again, and everything loaded again, within the test. */
const silent = () => new Promise(() => {});

/** Stubs `fetch`: answers by path, or by method and path, with `isSuccess` by default, and records the calls. */
export function fakeCalls(overrides: Record<string, Answer> = {}): {
  calls: ReceivedCall[];
  callsTo: (path: string) => ReceivedCall[];
} {
  const answers: Record<string, Answer> = {
    [`GET ${currentUser.path}`]: ada,
    [`GET ${listWearers.path}`]: { selected: ownWearer.id, wearers: [ownWearer] },
    [`GET ${mailSettings.path}`]: { data: { lostSource: true } },
    [`GET ${recentActivity.path}`]: { activity: [] },
    [`GET ${changesPath}`]: silent,
    [`GET ${wearerChangesPath}`]: silent,
    [site.path]: { links, sources: ['nightScout'], dexcomSignIn: false, outbox: false },
    ...overrides,
  };
  const calls: ReceivedCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const received = receivedCallOf(address, init);
    calls.push(received);
    const answer = answers[received.path] ??
      answers[`${received.method} ${received.path}`] ?? { isSuccess: true };
    const result = typeof answer === 'function' ? await answer(received) : answer;
    return result instanceof Response ? result.clone() : Response.json(result);
  });
  return { calls, callsTo: (path) => calls.filter((received) => received.path === path) };
}

function receivedCallOf(address: string, { method = 'GET', headers, body }: RequestInit): ReceivedCall {
  const [path = '', query = ''] = address.split('?');
  const wearer = new Headers(headers).get(wearerHeader);
  const form = body instanceof FormData ? Object.fromEntries(body) : undefined;
  return {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    token: new Headers(headers).get('authorization'),
    wearer,
    body: typeof body === 'string' ? JSON.parse(body) : form,
  };
}
