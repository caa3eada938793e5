/** The vendor's global host; it sends each account on to its region. */
export const LIBRELINKUP_URL = 'https://api.libreview.io';

/** What a region may be called; anything else in a redirect is not followed. */
export const Region = /^[a-z0-9]{2,4}$/;

/** Where an account lives: the region's own host, or below another base its first path segment. */
export function hostOf(base: string, region: string | null): string {
  if (region === null) return base;
  return base === LIBRELINKUP_URL ? `https://api-${region}.libreview.io` : `${base}/${region}`;
}
