import { createHash } from 'node:crypto';

/** Where a site lives and what opens it, taken from what a person typed into two fields. */
export type Site = {
  /** Scheme, host, port and sub-path, without a slash at the end. */
  base: string;
  /** The API secret or access token; null for a site that anybody may read. */
  secret: string | null;
};

// The pages of a site and the roots of its APIs: whatever follows is not part of the address.
const pages = new Set(
  'api api-docs api3-docs admin adminindex.html bolus clock food index.html pebble profile report reports sgv.json socket.io split status.json'.split(
    ' ',
  ),
);

/** Reads an endpoint as people type it. Null when it cannot be an address. */
export function toSite(endpoint: string, apiSecret: string): Site | null {
  const typed = endpoint.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  const inAddress = tokenOf(url) || decoded(url.username) || decoded(url.password);
  // A public site speaks https; plain http is believed at home, and where a port says that it is meant.
  if (url.protocol === 'http:' && url.port === '' && !isAtHome(url.hostname)) url.protocol = 'https:';
  return { base: `${url.origin}${pathOf(url)}`, secret: apiSecret.trim() || inAddress || null };
}

/** An access token as Nightscout makes them: a short name, a dash, 16 hexadecimal digits. */
export function isToken(secret: string): boolean {
  return /^\w{0,10}-[0-9a-f]{16}$/.test(secret);
}

/** What the `api-secret` header wants: secrets only ever as SHA-1 hex, and tokens may come so too. */
export function sha1(secret: string): string {
  return createHash('sha1').update(secret).digest('hex');
}

/**
 * Where a redirect may be followed to with the secret: the same host, and never from https back to http.
 * Null for anywhere else. The result is the new base when `from` began with `base`.
 */
export function followed(
  base: string,
  from: URL,
  location: string | null,
): { url: URL; base: string } | null {
  const to = location === null ? null : URL.parse(location, from.href);
  if (to === null || to.hostname !== from.hostname) return null;
  const upgraded = from.protocol === 'http:' && to.protocol === 'https:';
  if (!upgraded && to.origin !== from.origin) return null;
  return { url: to, base: `${to.origin}${new URL(base).pathname}`.replace(/\/+$/, '') };
}

function tokenOf(url: URL): string {
  // Some guides glue the token on with `&` where a `?` belongs.
  const glued = url.pathname.match(/&token=([^&/]+)/)?.[1];
  return url.searchParams.get('token') ?? decoded(glued ?? '');
}

function pathOf(url: URL): string {
  const segments = url.pathname.split('&')[0]?.split('/').filter(Boolean) ?? [];
  const end = segments.findIndex((segment) => pages.has(segment.toLowerCase()));
  return (end < 0 ? segments : segments.slice(0, end)).map((segment) => `/${segment}`).join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isAtHome(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(::1|f[cd]|fe[89ab])/.test(hostname);
  if (/^[\d.]+$/.test(hostname))
    return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(hostname);
  return !hostname.includes('.') || /\.(local|localhost|lan|internal|home\.arpa)$/.test(hostname);
}
