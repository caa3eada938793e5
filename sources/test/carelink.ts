import type { MedtronicSession } from '../src/medtronic/authorized-calls.ts';
import { type Recorded, recordedIn, respondByPath } from './fake-vendor.ts';

/** The recorded answers of CareLink. */
export const recorded = recordedIn(new URL('../src/medtronic/source.ts', import.meta.url).href);

/** The vendor's discovery service. */
export const CARELINK = 'https://clcloud.minimed.eu';
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

const defaults = {
  '/discover/android/': 'discovery-3-8',
  _us_sso_config: 'sso-auth0-us',
  _ous_sso_config: 'sso-auth0-eu',
  '/oauth/token': 'token-exchange-200',
  '/users/me': 'users-me-carepartner',
  '/links/patients': 'links-patients',
  '/display/message': 'display-v13-pump',
};
type CareLinkAnswer = string | Recorded | (() => Response | Promise<Response>);

/** The vendor, which responds by path as when all is well, except for these answers. */
export function carelink(answers: Record<string, CareLinkAnswer> = {}): typeof fetch {
  const all = Object.entries({ ...answers, ...defaultsFor(answers) });
  return respondByPath(
    Object.fromEntries(
      all.map(([path, answer]) => [path, typeof answer === 'string' ? recorded(answer) : answer]),
    ),
  );
}

const defaultsFor = (answers: Record<string, CareLinkAnswer>) =>
  Object.fromEntries(Object.entries(defaults).filter(([path]) => !(path in answers)));
