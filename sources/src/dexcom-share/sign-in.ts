import * as z from 'zod';
import type { World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { askShare, type ShareHost } from './ask-share.ts';

export type Region = 'us' | 'ous' | 'jp';

/** What Dexcom's own apps call themselves; Japan and its neighbours have an id of their own. */
const applicationIds: Record<Region, string> = {
  us: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  ous: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  jp: 'd8665ade-9673-4e27-9ff6-92db4ce13d13',
};

const NOBODY = '00000000-0000-0000-0000-000000000000';
const Guid = z.guid();
const Id = z.union([
  Guid,
  z.object({ accountId: Guid }).transform(({ accountId }) => accountId),
  z.object({ sessionId: Guid }).transform(({ sessionId }) => sessionId),
]);

/**
 * Signs in by the two steps, each asked once: failed ones are counted by Dexcom and end in a lock.
 * A wrong region cannot be told from a wrong password. Throws `SourceError`.
 */
export async function signIn(
  login: { username: string; password: string; region: Region },
  host: ShareHost,
  world: World,
): Promise<{ accountId: string; sessionId: string }> {
  const { username, password, region } = login;
  const more = { password, applicationId: applicationIds[region] };
  const accountName = asDexcomWritesIt(username);
  const step = async (name: string, body: object) =>
    idIn(await askShare(host, { path: `General/${name}`, body }, world));
  const accountId = await step('AuthenticatePublisherAccount', { accountName, ...more });
  const sessionId = await step('LoginPublisherAccountById', { accountId, ...more });
  return { accountId, sessionId };
}

function idIn(answer: unknown): string {
  const id = Id.safeParse(answer);
  if (!id.success) throw new SourceError('dexcom-share', 'unreadable', { cause: 'no id' });
  if (id.data === NOBODY) throw new SourceError('dexcom-share', 'wrong-login', { cause: 'nobody' });
  return id.data;
}

/** A phone number is a plus sign and digits; names and addresses stay as they are. */
function asDexcomWritesIt(username: string): string {
  return /^\+[\d\s().-]+$/.test(username) ? `+${username.replace(/\D/g, '')}` : username;
}
