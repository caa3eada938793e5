import { type Call, calls } from '@tealight/contract';
import type { Random } from './random.ts';

/** One request, valid in parts. */
export type Generated = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Who sends it: a signed-in attacker with a connection code. */
export type AnonymousClient = { email: string; password: string; token: string; code: string };

const strange = [
  ...[
    '',
    ' ',
    '\0',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '../../etc/passwd',
    '%00',
    '{{7*7}}',
  ],
  ...[
    '\u202Egnp.exe',
    'x'.repeat(10_000),
    '𒐫'.repeat(500),
    '-1',
    '1e309',
    'NaN',
    '9007199254740993',
    '<script>1</script>',
  ],
];
const strangeValues: readonly unknown[] = [
  ...strange,
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    [],
    {},
    [[[[]]]],
    { a: { b: { c: {} } } },
    Array.from({ length: 200 }, () => 'x'),
  ],
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
/** Paths of the server other than the calls: pages, files, device protocols, Nightscout API, health. */
const otherPaths = [
  ...[
    '/',
    '/login',
    '/lamp',
    '/outbox',
    '/health/live',
    '/health/ready',
    '/api/docs',
    '/api/openapi.json',
    '/sw.js',
  ],
  ...[
    '/photos/0123456789abcdef0123456789abcdef.webp',
    '/assets/index.js',
    '/browserhub/negotiate',
    '/metrics',
  ],
  ...[
    '/device/v1/glow',
    '/device/v1/mqtt/emqx/auth',
    '/pebble',
    '/sgv.json',
    '/status.json',
    '/api/versions',
  ],
  ...[
    '/api/v1/entries.json',
    '/api/v1/entries/sgv.json',
    '/api/v1/entries/current.json',
    '/api/v1/status.json',
  ],
  ...[
    '/api/v1/verifyauth',
    '/api/v1/treatments.json',
    '/api/v2/properties',
    '/api/v2/authorization/request/x',
  ],
  ...[
    '/api/v3/entries',
    '/api/v3/entries/history/1',
    '/api/v3/lastModified',
    '/api/v3/status',
    '/api/v3/version',
  ],
];
const queryNames = [
  ...[
    'count',
    'find[date][$gte]',
    'find[dateString][$lt]',
    'find[sgv][$gt]',
    'date$gt',
    'limit',
    'skip',
    'sort',
    'fields',
  ],
  ...['token', 'secret', 'code', 'id', 'kind', 'name', 'units', 'period', 'span', 'brief_mode', 'email'],
];
const queryValues = ['0', '10', '100000', '2880', 'mmol', 'date', '24h', 'state', ...strange];
/** Signing out or deleting its own account would only stop the attacker. */
const suicidal = /sign-out$|UserProfile\/delete$|Sessions\/end$|password\/change$/i;

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {});

/** A request to any path by any method, mostly a nearly valid call of the contract, because that reaches the most code. */
export function generatedRequest(random: Random, anonymousClient: AnonymousClient): Generated {
  const kind = random.below(10);
  if (kind < 6)
    return toCall(random, anonymousClient, random.oneOf(calls.filter(({ path }) => !suicidal.test(path))));
  const path =
    kind < 9
      ? random.oneOf(otherPaths)
      : `/${random.oneOf(['api/', 'device/', '', '..%2f'])}${encodeURIComponent(random.oneOf(strange))}`;
  return {
    method: kind < 8 ? 'GET' : random.oneOf(methods),
    path: path + query(random, anonymousClient),
    headers: { ...authorization(random, anonymousClient), ...strangeHeaders(random) },
  };
}

function toCall(random: Random, anonymousClient: AnonymousClient, { method, path, body }: Call): Generated {
  const headers = { ...authorization(random, anonymousClient, 0.8), 'content-type': 'application/json' };
  if (method === 'GET')
    return { method, path: path + (random.below(3) === 0 ? query(random, anonymousClient) : ''), headers };
  const good = goodFields(anonymousClient, random);
  const fields = Object.fromEntries(
    fieldsOf(body).map((name) => [name, random.below(4) === 0 ? random.oneOf(strangeValues) : good[name]]),
  );
  const text =
    random.below(20) === 0
      ? random.oneOf(['{', '[[', '"\\u', '{"a":'.repeat(3000), '\ufeff{}'])
      : JSON.stringify(fields);
  return { method, path, headers, body: text };
}

function goodFields({ email, password }: AnonymousClient, random: Random): Record<string, unknown> {
  return {
    email: random.below(2) === 0 ? email : `nobody.${random.below(1000)}@example.com`,
    password,
    firstname: 'Mallory',
    lastname: 'Moreno',
    firstName: 'Mallory',
    lastName: 'Moreno',
    location: 'US',
    phoneNumber: null,
    currentPassword: password,
    newPassword: password,
    confirmNewPassword: password,
    token: 'x'.repeat(43),
    unit: 'mg/dL',
    high: 180,
    inRange: 110,
    low: 70,
    lowFlash: true,
    highFlash: false,
    clearCredentials: true,
    username: 'mallory',
    endpoint: 'http://127.0.0.1:9',
    apiSecret: 'a secret of the site',
    code: 'x',
    isUsRegion: true,
    captchaUrl: 'https://vendor.example',
    country: 'US',
    id: 'lamp',
    name: 'Lamp',
    muted: true,
    announce: true,
    keepDays: null,
  };
}

function query(random: Random, { code }: AnonymousClient): string {
  const pairs = Array.from({ length: random.below(4) }, () => [
    random.oneOf(queryNames),
    random.oneOf(queryValues),
  ]);
  if (random.below(2) === 0) pairs.push(['token', code]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function authorization(
  random: Random,
  { token, code }: AnonymousClient,
  share = 0.5,
): Record<string, string> {
  const good = random.below(100) < share * 100;
  const value = good ? token : random.oneOf([code, 'x', 'x'.repeat(5000), `${token}x`]);
  return { authorization: `Bearer ${value}` };
}

function strangeHeaders(random: Random): Record<string, string> {
  const names = [
    'accept',
    'range',
    'if-none-match',
    'if-modified-since',
    'api-secret',
    'cookie',
    'accept-encoding',
    'origin',
  ];
  const values = [
    '*/*',
    'text/event-stream',
    'bytes=0-9999999999',
    '*',
    'x'.repeat(4000),
    'gzip;q=NaN',
    'null',
    '"',
  ];
  return Object.fromEntries(
    Array.from({ length: random.below(3) }, () => [random.oneOf(names), random.oneOf(values)]),
  );
}
