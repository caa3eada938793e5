import { type Answer, ask, isPage, retryAfterMs } from '../ask.ts';
import type { World } from '../source.ts';
import { SourceError, type Trouble } from '../trouble.ts';
import { followed } from './address.ts';

/** A site's address and the headers that open it. */
export type Door = { base: string; headers: Record<string, string> };

/** The cause of a `wrong-address` where the host answers but has no such route. */
export const NO_SUCH_ROUTE = 'no such route';

const MOST_REDIRECTS = 3;
/** Whatever is no page of entries is small; an entry has some 400 bytes. */
const FEW_BYTES = 64 * 1024;
const ENTRY_BYTES = 640;
/** The address is kept with the session. */
const LONGEST_BASE = 2000;

/** How large an answer with so many entries may be. */
export const bytesFor = (entries: number): number => FEW_BYTES + entries * ENTRY_BYTES;

/**
 * Asks a site for one path below its base and follows redirects on the same host only.
 * `base` in the result differs from the door's when a redirect led from http to https: remember it.
 * Throws `SourceError`.
 */
export async function askSite(
  door: Door,
  path: string,
  world: World,
  atMostBytes: number = FEW_BYTES,
): Promise<{ json: unknown; base: string }> {
  let hop = { url: new URL(`${door.base}${path}`), base: door.base };
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const headers = { accept: 'application/json', 'user-agent': 'Tealight', ...door.headers };
    const answer = await ask('nightscout', { url: hop.url, headers, atMostBytes }, world);
    if (!isRedirect(answer)) return { json: understood(answer, world.now()), base: hop.base };
    const next = followed(hop.base, hop.url, answer.headers.get('location'));
    if (next === null || next.base.length > LONGEST_BASE)
      throw new SourceError('nightscout', 'wrong-address', { cause: 'redirected elsewhere' });
    hop = next;
  }
  throw new SourceError('nightscout', 'wrong-address', { cause: 'redirected in circles' });
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** The JSON of a good answer. Throws `SourceError` for every other kind. */
export function understood(answer: Answer, now: number): unknown {
  const trouble = troubleOf(answer);
  if (trouble === null) return answer.json;
  throw new SourceError('nightscout', trouble, {
    cause: answer.status === 404 ? NO_SUCH_ROUTE : `status ${answer.status}`,
    retryAfterMs: retryAfterMs(answer, now),
  });
}

function troubleOf(answer: Answer): Trouble | null {
  const { status, json } = answer;
  if (status >= 200 && status < 300) {
    if (isPage(answer)) return 'wrong-address';
    return json === undefined ? 'unreadable' : null;
  }
  // A site refuses in JSON; a page comes from a proxy's sign-in or a guard against robots before the site.
  if (status === 401 || status === 403)
    return isPage(answer) || json === undefined ? 'needs-human' : 'wrong-login';
  if (status === 429) return 'too-many-calls';
  return status >= 500 || status === 408 || status === 425 ? 'unreachable' : 'wrong-address';
}
