import * as z from 'zod';
import { MAX_NAME_LENGTH } from '../shared/length-limits.ts';
import { rowsIn } from '../shared/rows.ts';
import { MAX_PEOPLE } from '../shared/select-person.ts';
import type { VendorResponse } from '../shared/vendor-call.ts';
import type { Person, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callCareLink, EndpointsMoved, isNoSuchPath } from './call-carelink.ts';
import type { Endpoints } from './discovery.ts';
import { claimsOf } from './tokens.ts';

/** Who signed in: a patient with a sensor, or somebody who follows patients. */
export type Account = { username: string; role: 'patient' | 'carepartner' };

const Me = z.object({
  role: z.string(),
  username: z.string().max(MAX_NAME_LENGTH).nullish(),
  needToReconsent: z.boolean().nullish().catch(null),
  accountSuspended: z.boolean().nullish().catch(null),
});
const Named = z.object({
  username: z.string().max(MAX_NAME_LENGTH).nullish(),
  preferred_username: z.string().max(MAX_NAME_LENGTH).nullish(),
});
const Link = z.object({
  username: z.string().min(1).max(MAX_NAME_LENGTH),
  status: z.string().nullish(),
  firstName: z.string().max(MAX_NAME_LENGTH).nullish(),
  lastName: z.string().max(MAX_NAME_LENGTH).nullish(),
});

type AccountCall = { endpoints: Endpoints; token: string };

/** Throws `SourceError`: `not-shared` for a clinician, `terms-to-accept`, `locked-out`. */
export async function accountOf({ endpoints, token }: AccountCall, context: SourceContext): Promise<Account> {
  const me = Me.safeParse(
    checkedBody(await callCareLink({ url: `${endpoints.accountUrl}/users/me`, token }, context)),
  ).data;
  if (me === undefined) throw new SourceError('medtronic', 'unreadable', { cause: 'no account' });
  if (me.accountSuspended) throw new SourceError('medtronic', 'locked-out', { cause: 'suspended' });
  if (me.needToReconsent) throw new SourceError('medtronic', 'terms-to-accept', { cause: 'new consent' });
  const role = roleOf(me.role);
  // The vendor does not take what was typed for a user name: people type their email address.
  const { token_details: details, preferred_username: preferred } = claimsOf(token);
  const username =
    details?.preferred_username ||
    preferred ||
    me.username ||
    (await usernameInProfile({ endpoints, token }, context));
  return { username, role };
}

/** Who shares with this follower: accepted invitations only. */
export async function peopleOf(accountCall: AccountCall, context: SourceContext): Promise<Person[]> {
  return toPeople(await callPeople(accountCall, context));
}

/** The vendor's response about who shares, for `toPeople`. */
export const callPeople = (
  { endpoints, token }: AccountCall,
  context: SourceContext,
): Promise<VendorResponse> => callCareLink({ url: `${endpoints.accountUrl}/links/patients`, token }, context);

export function toPeople(response: VendorResponse): Person[] {
  const list = rowsIn('medtronic', checkedBody(response), MAX_PEOPLE);
  const links = list.flatMap((link) => Link.safeParse(link).data ?? []);
  return links
    .filter(({ status }) => !status || status.toUpperCase() === 'ACTIVE')
    .map(({ username, firstName, lastName }) => ({
      id: username,
      name: [firstName, lastName].filter(Boolean).join(' '),
    }));
}

/** The body of a response about the account. Throws `needs-human` when the vendor no longer accepts the token. */
function checkedBody(response: VendorResponse): unknown {
  if (isNoSuchPath(response)) throw new EndpointsMoved('medtronic', 'unreadable', { cause: 'no such path' });
  if (response.status === 401 || response.status === 403) {
    throw new SourceError('medtronic', 'needs-human', { cause: `status ${response.status}` });
  }
  if (response.status !== 200) {
    throw new SourceError('medtronic', 'unreadable', { cause: `status ${response.status}` });
  }
  return response.json;
}

/** The role is `PATIENT` or `CARE_PARTNER`, outside the US with a suffix. */
function roleOf(role: string): Account['role'] {
  if (role.startsWith('CARE_PARTNER')) return 'carepartner';
  if (role.startsWith('PATIENT')) return 'patient';
  throw new SourceError('medtronic', 'not-shared', { cause: 'neither patient nor care partner' });
}

async function usernameInProfile({ endpoints, token }: AccountCall, context: SourceContext): Promise<string> {
  for (const url of [endpoints.profileUrl, endpoints.userInfoUrl]) {
    const response = await callCareLink({ url, token }, context);
    const named = Named.safeParse(response.json).data;
    const name = named?.username || named?.preferred_username;
    if (response.status === 200 && name) return name;
  }
  throw new SourceError('medtronic', 'unreadable', { cause: 'an account without a user name' });
}
