import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DeviceHello } from '@tealight/contract';

/** A device that came in with a wearer's code. */
export type DeviceIdentity = {
  wearerId: number;
  code: string;
  deviceId: string;
  kind: string;
  /** What it calls itself. */
  name: string | null;
  /** It wants a message every few seconds. */
  heartbeat?: boolean;
};

/** What the query and the headers of a request say of the device; members that make no sense are left out. */
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

/** A device's first message; null for one that is no introduction. */
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

/** Where a device without a name of its own comes from; together they tell one from another. */
export type Origin = { network: string; agent: string };

/** A device as it is remembered. Names are made harmless: they are shown to the wearer. */
export function deviceIdentityOf(
  { wearerId, code }: { wearerId: number; code: string },
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
    deviceId: deviceIdOf(hello.id, origin),
    kind: /^[\w .+-]{1,32}$/.test(hello.kind ?? '') ? (hello.kind ?? '').toLowerCase() : 'device',
    name: name === '' ? null : name,
    ...(hello.heartbeat === true && { heartbeat: true }),
  };
}

function deviceIdOf(given: string | undefined, { network, agent }: Origin): string {
  if (given !== undefined && /^[\w.:@+-]{1,64}$/.test(given)) return given;
  const hash = createHash('sha256')
    .update(given ?? `${network}\n${agent}`)
    .digest('hex');
  return `${given === undefined ? 'at' : 'id'}-${hash.slice(0, 16)}`;
}
