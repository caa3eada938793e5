import { json, page, text } from '../replies.ts';

/** The scenarios of the simulated API. `well` is the normal one; the others have been observed at the vendor. */
export type DexcomApiScenario =
  | 'well'
  | 'empty' //         nothing uploaded yet
  | 'mmol' //          an account in millimoles
  | 'receiver' //      times without a zone
  | 'withdrawn' //     the wearer has withdrawn the permission
  | 'unapproved' //    the application may not read
  | 'unregistered' //  the application is not known
  | 'busy'
  | 'faulty'
  | 'down'
  | 'half-answer'
  | 'hanging';

const everywhere: Partial<Record<DexcomApiScenario, () => Response>> = {
  busy: () => json({ errors: ['too many requests'] }, 429, { 'retry-after': '120' }),
  faulty: () => text('internal server error', { status: 500 }),
  down: () => page('503 Service Unavailable', 503),
};

const atToken: Partial<Record<DexcomApiScenario, () => Response>> = {
  withdrawn: () => json({ error: 'invalid_grant' }, 400),
  unregistered: () => json({ error: 'invalid_client' }, 401),
};

const atData: Partial<Record<DexcomApiScenario, () => Response>> = {
  withdrawn: () => new Response(null, { status: 401 }),
  unapproved: () => json({ errors: ['forbidden'] }, 403),
  'half-answer': () => text('{"records":[{"recordId', { type: 'application/json' }),
};

/** The response in this scenario; null for the normal one. */
export function scenarioToken(scenario: DexcomApiScenario): Response | null {
  return (everywhere[scenario] ?? atToken[scenario])?.() ?? null;
}

export function scenarioData(scenario: DexcomApiScenario): Response | null {
  return (everywhere[scenario] ?? atData[scenario])?.() ?? null;
}
