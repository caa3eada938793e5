import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
const DAY_SECONDS = 24 * 60 * 60;
const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** What a push service knows when it checks who sends. `key`: the one that the browser subscribed with, base64url. */
type Expected = { key: string; origin: string; now: number };

/**
 * Why a push service refuses an `Authorization` header (RFC 8292), as the status of its answer; null: it accepts it.
 * The subscription belongs to one server, so another key is refused too (§4.2).
 */
export async function vapidProblem(
  header: string | null,
  { key, origin, now }: Expected,
): Promise<401 | 403 | null> {
  const [, token = '', given = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (signature === '') return 401;
  if (given !== key || membersOf(head).alg !== 'ES256') return 403;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const publicKey = await subtle.importKey('raw', decode(key), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${head}.${claims}`);
  const check = { name: 'ECDSA', hash: 'SHA-256' };
  if (!(await subtle.verify(check, publicKey, decode(signature), signed))) return 403;
  const { aud, exp, sub } = membersOf(claims);
  const seconds = now / 1000;
  const isTimely = typeof exp === 'number' && exp > seconds && exp <= seconds + DAY_SECONDS;
  const isReachable = typeof sub === 'string' && /^(mailto:|https:\/\/)/.test(sub);
  return aud === origin && isTimely && isReachable ? null : 403;
}

function membersOf(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return {};
  }
}
