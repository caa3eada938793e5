import * as z from 'zod';
import type { World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { sha1 } from './address.ts';
import { askSite, bytesFor, type Door } from './ask-site.ts';
import type { Around } from './pages.ts';
import { type Page, toPage } from './to-readings.ts';

export type SessionV1 = { api: 'v1'; base: string; secretSha1: string | null };

const Verdict = z.object({
  message: z.union([
    z.string(), // very old sites say only OK or UNAUTHORIZED
    z.object({ canRead: z.boolean(), message: z.string(), permissions: z.string().optional() }),
  ]),
});
const Status = z.object({ status: z.literal('ok'), settings: z.record(z.string(), z.unknown()) });

/** Proves that base and secret open a site for reading, by its own three questions, each asked once. */
export async function enterV1(base: string, secret: string | null, world: World): Promise<SessionV1> {
  const session: SessionV1 = { api: 'v1', base, secretSha1: secret === null ? null : sha1(secret) };
  const verdict = await askSite(doorV1(session), '/api/v1/verifyauth', world);
  admitted(verdict.json, secret !== null);
  const entered = { ...session, base: verdict.base };
  const status = await askSite(doorV1(entered), '/api/v1/status.json', world);
  if (!Status.safeParse(status.json).success) throw new SourceError('nightscout', 'wrong-address');
  await pageV1(entered, { after: 0, until: world.now(), count: 1 }, world);
  return entered;
}

/** One page of entries, newest first. */
export async function pageV1(
  session: SessionV1,
  { after, until, count }: Around,
  world: World,
): Promise<Page & { base: string }> {
  // Without a date the site looks back four days only, and without `.json` it answers in tabs. `entries/sgv.json` is
  // not asked: it finds only what has the type in these very letters.
  const query = new URLSearchParams({
    'find[date][$gt]': `${Math.floor(after)}`,
    'find[date][$lte]': `${Math.ceil(until)}`,
    count: `${count}`,
  });
  const { json, base } = await askSite(
    doorV1(session),
    `/api/v1/entries.json?${query}`,
    world,
    bytesFor(count),
  );
  return { ...(await toPage(json, count)), base };
}

// A wrong secret in the header is refused, a wrong `?token=` silently ignored: so tokens go in the header too,
// hashed, which every site accepts and which keeps them out of the logs on the way.
function doorV1({ base, secretSha1 }: SessionV1): Door {
  return { base, headers: secretSha1 === null ? {} : { 'api-secret': secretSha1 } };
}

function admitted(json: unknown, withSecret: boolean): void {
  const verdict = Verdict.safeParse(json);
  if (!verdict.success) throw new SourceError('nightscout', 'wrong-address', { cause: 'no verdict' });
  const { message } = verdict.data;
  if (typeof message === 'string') {
    if (message === 'OK' || !withSecret) return;
  } else if (message.canRead && (message.message === 'OK' || !withSecret)) return;
  throw new SourceError('nightscout', 'wrong-login', { cause: 'not admitted' });
}
