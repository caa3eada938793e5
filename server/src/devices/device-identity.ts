import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DeviceHello } from '@tealight/contract';
import { followersPrefix } from '../shared/device-presence.ts';

/** Calls accept no longer ids. */
const MAX_DEVICE_ID_LENGTH = 64;

/** A code that was authenticated: of this wearer, and of the follower whose own it is; null: it is the owner's. */
export type CodeIdentity = { wearerId: number; code: string; accountId: number | null };

/** A device that authenticated with a code. */
export type DeviceIdentity = CodeIdentity & {
  deviceId: string;
  kind: string;
  /** The device's own name. */
  name: string | null;
  /** It asked for a message every few seconds. */
  heartbeat?: boolean;
};

/** The device as the query and the headers of a request describe it; invalid members are left out. */
export function deviceHelloOf(url: string, headers: IncomingHttpHeaders): DeviceHello {
  const query = URL.parse(url, 'http://device')?.searchParams ?? new URLSearchParams();
  const code = query.get('code') ?? credentialOf(headers);
  const heartbeat = query.get('heartbeat') === '1' ? true : null;
  const members = { code, id: query.get('id'), kind: query.get('kind'), name: query.get('name'), heartbeat };
  return Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) =>
        value !== null && DeviceHello.shape[name as keyof DeviceHello].safeParse(value).success,
    ),
  );
}

/** A device's first message; null if it does not identify a device. */
export function parseDeviceHello(message: string): DeviceHello | null {
  try {
    const read = DeviceHello.safeParse(JSON.parse(message));
    return read.success && read.data.code !== undefined ? read.data : null;
  } catch {
    return null;
  }
}

/** A bearer token, or the user name of basic authentication: some stacks turn `https://code@host` into that. */
export function credentialOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return null;
  const [user = '', password = ''] = Buffer.from(value, 'base64').toString().split(':', 2);
  return user || password || null;
}

/** The origin of a device without an id; together they distinguish devices. */
export type Origin = { network: string; agent: string };

/** A device as it is stored. Names are sanitized: they are shown to the wearer. */
export function deviceIdentityOf(
  { wearerId, code, accountId }: CodeIdentity,
  hello: DeviceHello,
  origin: Origin,
): DeviceIdentity {
  const name = [...(hello.name ?? '')]
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('')
    .trim();
  return {
    wearerId,
    code,
    accountId,
    deviceId: ofFollower(accountId, deviceIdOf(hello.id, origin)),
    kind: /^[\w .+-]{1,32}$/.test(hello.kind ?? '') ? (hello.kind ?? '').toLowerCase() : 'device',
    name: name === '' ? null : name,
    ...(hello.heartbeat === true && { heartbeat: true }),
  };
}

/** Devices of different accounts are different devices, whatever id they send: nobody mutes the lamp of another. */
function ofFollower(accountId: number | null, id: string): string {
  if (accountId === null) return id;
  const prefix = followersPrefix(accountId);
  return prefix + (prefix.length + id.length > MAX_DEVICE_ID_LENGTH ? hashedId('id', id) : id);
}

function deviceIdOf(given: string | undefined, { network, agent }: Origin): string {
  if (given !== undefined && /^[\w.:@+-]{1,64}$/.test(given)) return given;
  return given === undefined ? hashedId('at', `${network}\n${agent}`) : hashedId('id', given);
}

const hashedId = (kind: 'at' | 'id', text: string): string =>
  `${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
