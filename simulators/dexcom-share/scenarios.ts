import { json, page, text } from '../replies.ts';

/** The scenarios of a simulated Share. `well` is the normal one; the others have been observed at the vendor. */
export type DexcomShareScenario =
  | 'well'
  | 'unshared' //     signs in, but has no readings
  | 'silent' //       no new readings from now on
  | 'odd' //          error codes and the shapes of former years
  | 'jittering' //    the time of a reading differs from answer to answer
  | 'nobody' //       an id of zeros instead of a sign-in
  | 'refusing' //     every sign-in, as it does now and then for a day
  | 'locked'
  | 'forgetful' //    every session is unknown
  | 'timed-out' //    every session has timed out
  | 'empty-body' //   an empty body for readings
  | 'busy'
  | 'guarded' //      the page of the firewall
  | 'faulty' //       an unknown error
  | 'down'
  | 'half-answer'
  | 'hanging';

/** Share's error responses: nearly always 500, with an XML document as text inside. */
export function fault(Code: string, Message: string): Response {
  const SubCode = `<OnlineException ErrorCode="${Code}" Type="13" Category="4" Severity="1" Message="${Message}" />`;
  return json({ Code, Message, SubCode, TypeName: 'FaultException' }, 500);
}

const everywhere: Partial<Record<DexcomShareScenario, () => Response>> = {
  busy: () => text('Too Many Requests', { status: 429 }),
  guarded: () => page('Attention Required!', 403),
  down: () => page('502 Bad Gateway', 502),
  faulty: () => fault('SomethingNew', 'Error in the application.'),
};

const atSignIn: Partial<Record<DexcomShareScenario, () => Response>> = {
  nobody: () => json('00000000-0000-0000-0000-000000000000'),
  refusing: () => fault('AccountPasswordInvalid', 'Publisher account password failed'),
  locked: () => fault('SSO_AuthenticateMaxAttemptsExceeded', 'Maximum authentication attempts exceeded'),
};

const atReadings: Partial<Record<DexcomShareScenario, () => Response>> = {
  forgetful: () => fault('SessionIdNotFound', 'Failed to find session object.'),
  'timed-out': () => fault('SessionNotValid', 'Session not active or timed out.'),
  'empty-body': () => text('', { type: 'application/json' }),
  'half-answer': () => text('[{"WT":"Date(17893', { type: 'application/json' }),
};

/** The response in this scenario; null for the normal one. */
export function scenarioSignIn(scenario: DexcomShareScenario): Response | null {
  return (everywhere[scenario] ?? atSignIn[scenario])?.() ?? null;
}

export function scenarioReadings(scenario: DexcomShareScenario): Response | null {
  return (everywhere[scenario] ?? atReadings[scenario])?.() ?? null;
}
