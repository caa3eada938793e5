import {
  type CurrentUser,
  currentUser,
  mailSettings,
  type ProblemMore,
  type ProblemWord,
  problemOf,
  recentActivity,
  site,
} from '@tealight/contract';
import { vi } from 'vitest';

/** One call as the server saw it; a form as its fields, files among them. */
export type Seen = {
  method: string;
  path: string;
  query: Record<string, string>;
  token: string | null;
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

const links = {
  terms: 'https://example.org/terms',
  privacy: 'https://example.org/privacy',
  deviceSetup: 'https://example.org/devices',
  faq: 'https://example.org/faq',
  contact: 'https://example.org/contact',
  setupGuide: 'https://example.org/setup',
};

/** The server refuses with this problem. */
export const refusal = (word: ProblemWord, more?: ProblemMore): Response => {
  const problem = problemOf(word, more);
  return Response.json(problem, { status: problem.status });
};

/** There is no network. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};

type Told = unknown | ((seen: Seen) => unknown);

/** A server that answers by path, or by method and path, with `isSuccess` where a test says nothing, and remembers what it was asked. */
export function fakeCalls(told: Record<string, Told> = {}): { seen: Seen[]; to: (path: string) => Seen[] } {
  const answers: Record<string, Told> = {
    [`GET ${currentUser.path}`]: ada,
    [`GET ${mailSettings.path}`]: { data: { lostSource: true } },
    [`GET ${recentActivity.path}`]: { activity: [] },
    [site.path]: { links, sources: ['nightScout'], dexcomSignIn: false, outbox: false },
    ...told,
  };
  const seen: Seen[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const one = seenIn(address, init);
    seen.push(one);
    const answer = answers[one.path] ?? answers[`${one.method} ${one.path}`] ?? { isSuccess: true };
    const said = typeof answer === 'function' ? await answer(one) : answer;
    return said instanceof Response ? said.clone() : Response.json(said);
  });
  return { seen, to: (path) => seen.filter((one) => one.path === path) };
}

function seenIn(address: string, { method = 'GET', headers, body }: RequestInit): Seen {
  const [path = '', query = ''] = address.split('?');
  const form = body instanceof FormData ? Object.fromEntries(body) : undefined;
  return {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    token: new Headers(headers).get('authorization'),
    body: typeof body === 'string' ? JSON.parse(body) : form,
  };
}
