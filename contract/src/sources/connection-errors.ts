import type { SourceErrorCode } from '@tealight/sources/descriptors';
import { type ConnectionType, sourceName, sourcesOfType } from './source-type.ts';

/** What fixes an error. */
export const remedies = [
  'wait', //           it is tried again automatically
  'try-again', //      with the login that is kept
  'connect-again', //  by entering the login, or signing in at the vendor
  'choose-person', //  of those who share with the login
  'other-region', //   with the login that is kept, at the vendor's other region
] as const;
export type Remedy = (typeof remedies)[number];

/** The one thing to do about an error. `willRetry`: the poller tries again automatically. */
export function remedyFor(errorCode: SourceErrorCode, willRetry: boolean): Remedy {
  switch (errorCode) {
    case 'wrong-login':
    case 'key-lost':
      return 'connect-again';
    case 'choose-person':
    case 'person-gone':
      return 'choose-person';
    case 'wrong-region':
      return 'other-region';
    case 'not-shared':
    case 'terms-to-accept':
      return 'try-again';
    // A source that has given readings is polled again: a proxy in front of it may have answered.
    case 'needs-human':
    case 'wrong-address':
    case 'refused-address':
    case 'session-over':
      return willRetry ? 'wait' : 'connect-again';
    case 'locked-out':
    case 'too-many-calls':
    case 'unreachable':
    case 'unreadable':
      return willRetry ? 'wait' : 'try-again';
  }
}

/** The common error sentences, with the remedy; by the name of the source. */
const general: Record<SourceErrorCode, (name: string) => string> = {
  'wrong-login': (name) => `${name} did not accept this login. Check it and enter it again`,
  'locked-out': (name) => `${name} has locked this account for a while. Wait before you try again`,
  'terms-to-accept': (name) => `${name} has new terms. Open its app, accept them, then try again`,
  'needs-human': (name) => `${name} requires you to sign in yourself. Connect again`,
  'not-shared': (name) => `${name} accepted the login, but no readings are shared with it. Switch sharing on`,
  'choose-person': (name) => `Several people share with this ${name} login. Choose whose readings to show`,
  'person-gone': (name) =>
    `The person you follow no longer shares with this ${name} login. Choose whose readings to show`,
  'wrong-region': (name) => `This ${name} account belongs to another region. Try the other region`,
  'wrong-address': (name) => `There is no ${name} at this address. Check the address`,
  'refused-address': (name) =>
    `This address cannot be reached from here: enter the public address of ${name}`,
  'session-over': (name) => `The sign-in at ${name} has ended. Connect again`,
  'too-many-calls': (name) => `${name} asked us to wait. We will try again automatically`,
  unreachable: (name) => `${name} cannot be reached at the moment. Try again in a few minutes`,
  unreadable: (name) => `${name} sent data that we could not read. We keep trying`,
  'key-lost': (name) =>
    `Tealight can no longer read your saved ${name} sign-in. This is not your sensor's fault. Connect again`,
};

/** Errors after which a connection that has given readings needs no action of the wearer. */
const passing: ReadonlySet<SourceErrorCode> = new Set(['needs-human', 'wrong-address', 'refused-address']);

/** `willRetry`: the poller tries again automatically. `source`: the name of the source, where it is known. */
type ErrorDetails = { willRetry?: boolean; source?: string | undefined };

/** One sentence that says what is wrong and what to do about it. */
export function errorTextOf(
  errorCode: SourceErrorCode,
  type: ConnectionType,
  { willRetry = false, source }: ErrorDetails = {},
): string {
  const name = sourceName(type);
  if (willRetry && passing.has(errorCode))
    return `${name} responds, but sends no readings at the moment. We keep trying`;
  const own = sourcesOfType(type, source).find(({ errorTexts }) => errorTexts?.[errorCode] !== undefined);
  return own?.errorTexts?.[errorCode] ?? general[errorCode](name);
}
