import * as z from 'zod';
import type { Answer } from '../ask.ts';
import { MOST_PEOPLE, type Person } from '../follows.ts';
import { rowsIn } from '../rows.ts';
import type { World } from '../source.ts';
import { LONGEST_NAME } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import { askCareLink, isNoSuchPath, Moved } from './ask-carelink.ts';
import type { Place } from './discovery.ts';
import { claimsOf } from './tokens.ts';

/** Who signed in: somebody with a sensor, or somebody who follows others. */
export type Account = { username: string; role: 'patient' | 'carepartner' };

const Me = z.object({
  role: z.string(),
  username: z.string().max(LONGEST_NAME).nullish(),
  needToReconsent: z.boolean().nullish().catch(null),
  accountSuspended: z.boolean().nullish().catch(null),
});
const Named = z.object({
  username: z.string().max(LONGEST_NAME).nullish(),
  preferred_username: z.string().max(LONGEST_NAME).nullish(),
});
const Link = z.object({
  username: z.string().min(1).max(LONGEST_NAME),
  status: z.string().nullish(),
  firstName: z.string().max(LONGEST_NAME).nullish(),
  lastName: z.string().max(LONGEST_NAME).nullish(),
});

type Asking = { place: Place; token: string };

/** Throws `SourceError`: `not-shared` for a clinician, `terms-to-accept`, `locked-out`. */
export async function accountOf({ place, token }: Asking, world: World): Promise<Account> {
  const me = Me.safeParse(
    understood(await askCareLink({ url: `${place.accountUrl}/users/me`, token }, world)),
  ).data;
  if (me === undefined) throw new SourceError('medtronic', 'unreadable', { cause: 'no account' });
  if (me.accountSuspended) throw new SourceError('medtronic', 'locked-out', { cause: 'suspended' });
  if (me.needToReconsent) throw new SourceError('medtronic', 'terms-to-accept', { cause: 'new consent' });
  const role = roleOf(me.role);
  // What was typed is no name to the vendor: people type their mail address.
  const { token_details: details, preferred_username: preferred } = claimsOf(token);
  const username =
    details?.preferred_username || preferred || me.username || (await elsewhere({ place, token }, world));
  return { username, role };
}

/** Who shares with this follower: accepted invitations only. */
export async function peopleOf(asking: Asking, world: World): Promise<Person[]> {
  return toPeople(await askPeople(asking, world));
}

/** The vendor's own answer about who shares, for `toPeople`. */
export const askPeople = ({ place, token }: Asking, world: World): Promise<Answer> =>
  askCareLink({ url: `${place.accountUrl}/links/patients`, token }, world);

export function toPeople(answer: Answer): Person[] {
  const list = rowsIn('medtronic', understood(answer), MOST_PEOPLE);
  const links = list.flatMap((link) => Link.safeParse(link).data ?? []);
  return links
    .filter(({ status }) => !status || status.toUpperCase() === 'ACTIVE')
    .map(({ username, firstName, lastName }) => ({
      id: username,
      name: [firstName, lastName].filter(Boolean).join(' '),
    }));
}

/** What the vendor says about the account: `needs-human` when it no longer takes the token. */
function understood(answer: Answer): unknown {
  if (isNoSuchPath(answer)) throw new Moved('medtronic', 'unreadable', { cause: 'no such path' });
  if (answer.status === 401 || answer.status === 403) {
    throw new SourceError('medtronic', 'needs-human', { cause: `status ${answer.status}` });
  }
  if (answer.status !== 200) {
    throw new SourceError('medtronic', 'unreadable', { cause: `status ${answer.status}` });
  }
  return answer.json;
}

/** Patients and care partners are called so, in the US plainly and elsewhere with an ending. */
function roleOf(role: string): Account['role'] {
  if (role.startsWith('CARE_PARTNER')) return 'carepartner';
  if (role.startsWith('PATIENT')) return 'patient';
  throw new SourceError('medtronic', 'not-shared', { cause: 'neither patient nor care partner' });
}

async function elsewhere({ place, token }: Asking, world: World): Promise<string> {
  for (const url of [place.profileUrl, place.userInfoUrl]) {
    const answer = await askCareLink({ url, token }, world);
    const named = Named.safeParse(answer.json).data;
    const name = named?.username || named?.preferred_username;
    if (answer.status === 200 && name) return name;
  }
  throw new SourceError('medtronic', 'unreadable', { cause: 'an account without a name' });
}
