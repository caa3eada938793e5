import type { ConnectionType } from '@tealight/contract';

export type SourceType = Exclude<ConnectionType, 'none'>;

/** One thing the wearer types. `secret` is never shown, trimmed or kept by a password manager. */
export type ConnectorInput = { name: string; label: string; kind: 'text' | 'email' | 'url' | 'secret' };

/** How one source is connected, in the words of its card. */
export type Connector = {
  type: SourceType;
  label: string;
  /** What it reads, in a few words. */
  about: string;
  inputs: readonly ConnectorInput[];
  /** What has to be true at the vendor first; most failed connections come from here. */
  help: readonly string[];
  /** The notice when it worked. */
  connected: string;
};

const secret: ConnectorInput = { name: 'password', label: 'Password', kind: 'secret' };

export const connectors: readonly Connector[] = [
  {
    type: 'dexcom',
    label: 'Dexcom',
    about: 'Through Dexcom Share',
    inputs: [{ name: 'username', label: 'Username', kind: 'text' }, secret],
    help: [
      'Type the Dexcom login of the person who wears the sensor, not that of a follower.',
      'In the Dexcom app, Share must be on and at least one follower invited.',
      'The user name may be an e-mail address, or a phone number with + and country code.',
    ],
    connected: 'You have successfully connected to Dexcom',
  },
  {
    type: 'freeStyleLibre',
    label: 'FreeStyleLibre',
    about: 'Through LibreLinkUp',
    inputs: [{ name: 'username', label: 'Email', kind: 'email' }, secret],
    help: [
      'The LibreLinkUp app is required first: in the Libre app open Connected apps and invite yourself to LibreLinkUp.',
      'Open LibreLinkUp, accept the invitation and its terms, and see that a reading is shown.',
      'Then type the e-mail address and password of LibreLinkUp here.',
    ],
    connected: 'You have successfully connected to Freestyle Libre',
  },
  {
    type: 'nightScout',
    label: 'Nightscout',
    about: 'Through your own site',
    inputs: [
      { name: 'endpoint', label: 'Endpoint', kind: 'url' },
      { name: 'apiSecret', label: 'Api Secret', kind: 'secret' },
    ],
    help: [
      'The endpoint is the address at which you open your Nightscout site.',
      'The secret is the API_SECRET that was set when the site was made.',
      'An access token with the role “readable” does as well, and can do less harm: find it in Nightscout under Admin Tools, Subjects.',
    ],
    connected: 'You have successfully connected to Nightsout',
  },
  {
    type: 'medtronic',
    label: 'Medtronic',
    about: 'Through CareLink',
    inputs: [{ name: 'username', label: 'Username', kind: 'text' }, secret],
    help: [
      'Use a CareLink care partner account that is made for Tealight alone: a sign-in elsewhere ends ours.',
      'The wearer must have accepted that account as a care partner in the MiniMed app.',
      'You sign in at CareLink in a window that opens here, and may have to solve a puzzle.',
    ],
    connected: 'You have successfully connected to Medtronic',
  },
];

/** A connector by its type. Throws for a type that has none. */
export function connectorOf(type: SourceType): Connector {
  const found = connectors.find((connector) => connector.type === type);
  if (found === undefined) throw new RangeError(`There is no connector for ${type}`);
  return found;
}

/** What was typed, as it is sent: names and addresses trimmed, secrets untouched. */
export function sentLogin(
  connector: Connector,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    connector.inputs.map(({ name, kind }) => {
      const text = typed[name] ?? '';
      return [name, kind === 'secret' ? text : text.trim()];
    }),
  );
}

/** Whether everything that the card asks for is filled. */
export const isFilled = (connector: Connector, typed: Readonly<Record<string, string>>): boolean =>
  Object.values(sentLogin(connector, typed)).every((text) => text !== '');
