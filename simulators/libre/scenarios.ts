import { json, never, page, text } from '../replies.ts';

/** The scenarios of the simulated LibreLinkUp. `well` is the normal one; the others have been observed at the vendor. */
export type LibreScenario =
  | 'well'
  | 'terms' //       new terms of use before anything else
  | 'locked' //      the account, after too many wrong passwords
  | 'maintenance'
  | 'forgetful' //   every token is refused, as after new terms or a changed password
  | 'unshared' //    nobody shares with this login
  | 'several' //     two people share
  | 'second-silent' // two people share, and the second has no sensor
  | 'gone' //        the first person has stopped sharing
  | 'silent' //      no new readings from now on
  | 'limited'
  | 'banned'
  | 'guarded' //     the page of the firewall
  | 'down'
  | 'no-logbook' //  all but the list of scans and alarms
  | 'newer' //       requires a newer version of the app, once signed in
  | 'newer-to-sign-in' // requires it at the sign-in too
  | 'hanging';

const step = {
  type: 'tou',
  componentName: 'AcceptDocument',
  props: { reaccept: true, titleKey: 'Common.termsOfUse' },
};

/** The response to every call (or to a sign-in only) in this scenario; null for the normal one. */
export async function libreScenarioReply(
  scenario: LibreScenario,
  request: Request,
): Promise<Response | null> {
  if (scenario === 'hanging') return never(request.signal);
  const always: Partial<Record<LibreScenario, () => Response>> = {
    maintenance: () => json({ status: 911 }),
    limited: () => json({ message: 'Too Many Requests' }, 429, { 'retry-after': '90' }),
    guarded: () => page('Attention Required!', 403),
    down: () => page('Service Unavailable', 503),
  };
  const atSignIn: Partial<Record<LibreScenario, () => Response>> = {
    terms: () => json({ status: 4, data: { step, user: { country: 'DE' } } }),
    locked: () =>
      json({
        status: 429,
        data: { code: 60, data: { failures: 3, interval: 60, lockout: 300 }, message: 'locked' },
      }),
    banned: () => text('blocked', { status: 476 }),
  };
  if (scenario === 'no-logbook' && request.url.endsWith('/logbook')) return page('Service Unavailable', 503);
  const signingIn = request.url.endsWith('/llu/auth/login');
  return always[scenario]?.() ?? (signingIn ? (atSignIn[scenario]?.() ?? null) : null);
}
