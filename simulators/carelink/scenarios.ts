import { json, page } from '../replies.ts';

/** The scenarios of a simulated CareLink. `well` is the normal one; the others have been observed at the vendor. */
export type CareLinkScenario =
  | 'well' //          name, password and a captcha on one page
  | 'trusting' //      no captcha is asked for
  | 'two-steps' //     the name first, the password on a second page
  | 'strict' //        the page's policy blocks the redirect, so that only the response headers contain the code
  | 'consenting' //    a page of consent before the code
  | 'slow' //          each page takes seconds
  | 'impatient' //     the sign-in has expired by the time it is sent
  | 'patient' //       the account is that of the person with the sensor
  | 'clinician'
  | 'unshared' //      no patient has invited this follower
  | 'several' //       two people share
  | 'gone' //          the first person has stopped sharing
  | 'terms' //         the account has to consent again in the app
  | 'silent' //        no new readings from now on
  | 'fresh' //         fails the first question of each token
  | 'forgetful' //     takes no access token
  | 'retired' //       discovery leads to an older API
  | 'empty' //         nothing for this account
  | 'upgrade'
  | 'limited'
  | 'guarded' //       the block page of the firewall
  | 'maintenance' //   a page with 200
  | 'down'
  | 'hanging';

const everywhere: Partial<Record<CareLinkScenario, () => Response>> = {
  limited: () => json({ message: 'Too Many Requests' }, 429, { 'retry-after': '90' }),
  guarded: () => page('403 ERROR', 403),
  down: () => page('503 Service Unavailable', 503),
};

const atData: Partial<Record<CareLinkScenario, () => Response>> = {
  forgetful: () => json({ error: { type: 'NoPermission', group: 'AUTH' } }, 401),
  upgrade: () => json({ message: 'Upgrade application' }, 206),
  empty: () => new Response(null, { status: 204 }),
  maintenance: () => page('Scheduled maintenance'),
};

/** The response of every endpoint in this scenario; null for the normal one. */
export function scenarioAnywhere(scenario: CareLinkScenario): Response | null {
  return everywhere[scenario]?.() ?? null;
}

/** The response of the data call in this scenario; null for the normal one. */
export function scenarioMessage(scenario: CareLinkScenario): Response | null {
  return atData[scenario]?.() ?? null;
}
