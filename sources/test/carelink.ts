import type { MedtronicSession } from '../src/medtronic/visiting.ts';
import { answering, type Recorded, recordedIn } from './world.ts';

/** The recorded answers of CareLink. */
export const recorded = recordedIn(new URL('../src/medtronic/source.ts', import.meta.url).href);

/** When they were recorded. */
export const now = Date.UTC(2026, 9, 12, 9, 31, 20, 412);
export const DAY_MS = 24 * 60 * 60_000;

export const login = {
  region: 'EU' as const,
  state: 'b3f1c2d4e5a697887766554433221100',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  redirectUri: 'com.medtronic.carepartner:/sso',
  code: 'Xy7ExampleOneTimeCode0123456789',
};

export const session: MedtronicSession = {
  region: 'EU',
  username: 'example.follower',
  role: 'carepartner',
  personId: 'example.patient',
  accessToken: 'made.up.access',
  accessEndsAt: now + 3_600_000,
  refreshToken: 'v1.MadeUpRefreshToken',
};
export const old = { ...session, accessEndsAt: now + 60_000 };

const well = {
  '/discover/android/': 'discovery-3-8',
  _us_sso_config: 'sso-auth0-us',
  _ous_sso_config: 'sso-auth0-eu',
  '/oauth/token': 'token-exchange-200',
  '/users/me': 'users-me-carepartner',
  '/links/patients': 'links-patients',
  '/display/message': 'display-v13-pump',
};
type Told = string | Recorded | (() => Response | Promise<Response>);

/** The vendor on a good day, but for what is said here, by path. */
export function carelink(answers: Record<string, Told> = {}): typeof fetch {
  const all = Object.entries({ ...answers, ...leftOf(answers) });
  return answering(
    Object.fromEntries(all.map(([path, told]) => [path, typeof told === 'string' ? recorded(told) : told])),
  );
}

const leftOf = (answers: Record<string, Told>) =>
  Object.fromEntries(Object.entries(well).filter(([path]) => !(path in answers)));
