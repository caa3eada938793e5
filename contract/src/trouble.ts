import type { ConnectionType } from './connection-type.ts';

/** What can be wrong between Tealight and a source, in the words that server, web, mail and devices share. */
export const troubles = [
  'wrong-login',
  'locked-out',
  'terms-to-accept',
  'needs-human',
  'not-shared',
  'choose-person',
  'person-gone',
  'wrong-region',
  'wrong-address',
  'refused-address',
  'session-over',
  'too-many-calls',
  'unreachable',
  'unreadable',
  'key-lost',
] as const;
export type TroubleWord = (typeof troubles)[number];

/** What mends a trouble. */
export const remedies = [
  'wait', //           it is tried again by itself
  'try-again', //      with the login that is kept
  'connect-again', //  by typing the login, or signing in at the vendor
  'choose-person', //  of those who share with the login
  'other-region', //   with the login that is kept, at the vendor's other region
] as const;
export type Remedy = (typeof remedies)[number];

/** The one thing to do about a trouble. `byItself`: it is going to be tried again anyway. */
export function remedyFor(trouble: TroubleWord, byItself: boolean): Remedy {
  switch (trouble) {
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
    // One that has given readings is asked again: something in front of it may have answered in its place.
    case 'needs-human':
    case 'wrong-address':
    case 'refused-address':
    case 'session-over':
      return byItself ? 'wait' : 'connect-again';
    case 'locked-out':
    case 'too-many-calls':
    case 'unreachable':
    case 'unreadable':
      return byItself ? 'wait' : 'try-again';
  }
}

const names: Record<ConnectionType, string> = {
  dexcom: 'Dexcom',
  freeStyleLibre: 'FreeStyle Libre',
  nightScout: 'Nightscout',
  medtronic: 'Medtronic',
  none: 'The source',
};

/** The vendor's name as people read it. */
export const sourceName = (type: ConnectionType): string => names[type];

const general: Record<TroubleWord, (name: string) => string> = {
  'wrong-login': (name) => `${name} did not accept this login. Check it and type it again`,
  'locked-out': (name) => `${name} has locked this account for a while. Wait before you try again`,
  'terms-to-accept': (name) => `${name} has new terms. Open its app, accept them, then try again`,
  'needs-human': (name) => `${name} wants to see you sign in yourself. Connect again`,
  'not-shared': (name) => `${name} accepted the login, but no readings are shared with it. Switch sharing on`,
  'choose-person': (name) => `Several people share with this ${name} login. Choose whose readings to show`,
  'person-gone': (name) =>
    `The person you follow no longer shares with this ${name} login. Choose whose readings to show`,
  'wrong-region': (name) => `This ${name} account belongs to another region. Try the other region`,
  'wrong-address': () => 'There is no Nightscout at this address. Check the endpoint',
  'refused-address': () =>
    'This address cannot be reached from here: type the public address of your Nightscout site',
  'session-over': (name) => `The sign-in at ${name} has ended. Connect again`,
  'too-many-calls': (name) => `${name} asks us to wait. We try again by ourselves`,
  unreachable: (name) => `${name} cannot be reached at the moment. Try again in a few minutes`,
  unreadable: (name) => `${name} answered something we do not understand. We keep trying`,
  'key-lost': (name) =>
    `Tealight can no longer read your saved ${name} sign-in. This is not your sensor's fault. Connect again`,
};

const particular: Partial<Record<`${ConnectionType}:${TroubleWord}`, string>> = {
  'dexcom:wrong-login':
    'Dexcom did not accept this login. Use the login of the person who wears the sensor, not of a follower',
  'dexcom:not-shared':
    'Dexcom accepted the login, but shares no readings. In the Dexcom app switch Share on and invite one follower',
  'dexcom:wrong-region':
    'Dexcom does not know this login here. If the account was made in another part of the world, try the other region',
  'freeStyleLibre:wrong-login':
    'LibreLinkUp did not accept this login. Use the e-mail and password of the LibreLinkUp app',
  'freeStyleLibre:terms-to-accept':
    'LibreLinkUp has terms to accept. Open the LibreLinkUp app, accept them, then try again',
  'freeStyleLibre:not-shared':
    'Nobody shares with this LibreLinkUp login yet. Invite it in the LibreLink app, accept in LibreLinkUp, then try again',
  'nightScout:wrong-login':
    'Nightscout did not accept this API secret. Type the secret, or an access token, of your site',
  'nightScout:not-shared':
    'This Nightscout site shows no readings to strangers. Type its API secret or an access token',
  'nightScout:unreachable':
    'This Nightscout site cannot be reached. Check the endpoint, or wait until the site is up again',
  'nightScout:unreadable': 'This site answers, but not like a Nightscout. Check the endpoint',
  'medtronic:not-shared':
    'This CareLink login follows nobody. Use a care partner account that the wearer has accepted',
};

/** What a connection that has given readings may meet without the wearer's having to do anything. */
const passing: ReadonlySet<TroubleWord> = new Set(['needs-human', 'wrong-address', 'refused-address']);

/** One sentence that says what is wrong and what to do about it. `byItself`: it is going to be tried again anyway. */
export function troubleText(trouble: TroubleWord, type: ConnectionType, byItself = false): string {
  if (byItself && passing.has(trouble))
    return `${names[type]} answers, but not with readings at the moment. We keep trying`;
  return particular[`${type}:${trouble}`] ?? general[trouble](names[type]);
}
