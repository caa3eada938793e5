import * as z from 'zod';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callShare, type ShareHost } from './call-share.ts';

export type Region = 'us' | 'ous' | 'jp';

/** The ids of Dexcom's own apps; that for Japan and its neighbors is another one. */
const applicationIds: Record<Region, string> = {
  us: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  ous: 'd89443d2-327c-4a6f-89e5-496bbb0317db',
  jp: 'd8665ade-9673-4e27-9ff6-92db4ce13d13',
};

const EMPTY_GUID = '00000000-0000-0000-0000-000000000000';
const Guid = z.guid();
const Id = z.union([
  Guid,
  z.object({ accountId: Guid }).transform(({ accountId }) => accountId),
  z.object({ sessionId: Guid }).transform(({ sessionId }) => sessionId),
]);

/**
 * Signs in by two steps, each called once: Dexcom counts failed ones and locks the account.
 * A wrong region looks like a wrong password. Throws `SourceError`.
 */
export async function signIn(
  login: { username: string; password: string; region: Region },
  host: ShareHost,
  context: SourceContext,
): Promise<{ accountId: string; sessionId: string }> {
  const { username, password, region } = login;
  const more = { password, applicationId: applicationIds[region] };
  const accountName = normalizedUsername(username);
  const step = async (name: string, body: object) =>
    idIn(await callShare(host, { path: `General/${name}`, body }, context));
  const accountId = await step('AuthenticatePublisherAccount', { accountName, ...more });
  const sessionId = await step('LoginPublisherAccountById', { accountId, ...more });
  return { accountId, sessionId };
}

function idIn(response: unknown): string {
  const id = Id.safeParse(response);
  if (!id.success) throw new SourceError('dexcomShare', 'unreadable', { cause: 'no id' });
  if (id.data === EMPTY_GUID) throw new SourceError('dexcomShare', 'wrong-login', { cause: 'nobody' });
  return id.data;
}

/** A phone number is a plus sign and digits; names and addresses stay as they are. */
function normalizedUsername(username: string): string {
  return /^\+[\d\s().-]+$/.test(username) ? `+${username.replace(/\D/g, '')}` : username;
}
