import { createHash } from 'node:crypto';

/** The address of a site and the secret for it, from what a person typed into two fields. */
export type Site = {
  /** Scheme, host, port and sub-path, without a slash at the end. */
  base: string;
  /** The API secret or access token; null for a site that anyone may read. */
  secret: string | null;
};

// Pages of a site and the roots of its APIs: neither they nor what follows are part of the address.
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
  // A public site speaks https; plain http is accepted for private hosts, and where a port shows that it is meant.
  if (url.protocol === 'http:' && url.port === '' && !isPrivateHost(url.hostname)) url.protocol = 'https:';
  return { base: `${url.origin}${pathOf(url)}`, secret: apiSecret.trim() || inAddress || null };
}

/** The host of a site, with a port that is not the usual one: the same for all spellings. Null when it cannot be an address. */
export function siteHost(endpoint: string): string | null {
  const site = toSite(endpoint, '');
  // A dot at the end of a name means the same host.
  return site && new URL(site.base).host.replace(/\.+(?=:|$)/, '');
}

/** An access token as Nightscout makes them: a short name, a dash, 16 hexadecimal digits. */
export function isToken(secret: string): boolean {
  return /^\w{0,10}-[0-9a-f]{16}$/.test(secret);
}

/** For the `api-secret` header: secrets are sent as SHA-1 in hex, and tokens may be. */
export function sha1(secret: string): string {
  return createHash('sha1').update(secret).digest('hex');
}

/**
 * Where a redirect may be followed to with the secret: the same host, and never from https back to http.
 * Null for anywhere else. The result is the new base when `from` began with `base`.
 */
export function redirectTarget(
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
  // Some guides append the token with `&` where a `?` belongs.
  const appended = url.pathname.match(/&token=([^&/]+)/)?.[1];
  return url.searchParams.get('token') ?? decoded(appended ?? '');
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

function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(::1|f[cd]|fe[89ab])/.test(hostname);
  if (/^[\d.]+$/.test(hostname))
    return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(hostname);
  return !hostname.includes('.') || /\.(local|localhost|lan|internal|home\.arpa)$/.test(hostname);
}
