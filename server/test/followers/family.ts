import {
  addWearer,
  answerInvitation,
  type InvitationKind,
  invite,
  listWearers,
  type ReplyOf,
  type Right,
  type Role,
} from '@tealight/contract';
import { ada, type TestApi } from '../api.ts';

/** Somebody with an account and a session. */
export type Person = { token: string; email: string; password: string; accountId: number };

/** Creates the account of `firstname`, with a confirmed address. */
export async function personOf(api: TestApi, firstname: string): Promise<Person> {
  const email = `${firstname.toLowerCase()}@example.org`;
  const token = await api.signedIn({ firstname, email });
  const account = await api.dependencies.store.accounts.byEmail(email);
  return { token, email, password: ada.password, accountId: account?.id ?? 0 };
}

/** The public ids of the wearers that somebody may see, in their order. */
export async function wearersOf(api: TestApi, { token }: Pick<Person, 'token'>): Promise<string[]> {
  const { wearers } = (await api.send(listWearers, { token })).json<ReplyOf<typeof listWearers>>();
  return wearers.map(({ id }) => id);
}

/** The account's first own wearer. */
export async function ownWearer(api: TestApi, person: Person): Promise<string> {
  const [own = ''] = await wearersOf(api, person);
  return own;
}

export async function addChild(api: TestApi, { token }: Person, name: string): Promise<string> {
  return (await api.send(addWearer, { token, body: { name } })).json<{ id: string }>().id;
}

type Given = { kind?: InvitationKind; role?: Role; rights?: Right[]; email?: string };

/** The token of a new invitation. */
export async function inviteTo(
  api: TestApi,
  { token }: Pick<Person, 'token'>,
  wearer: string,
  { kind = 'link', role = 'follower', ...more }: Given = {},
): Promise<string> {
  const answer = await api.send(invite, { token, wearer, body: { kind, role, ...more } });
  const { link } = answer.json<{ link: string | null }>();
  if (link !== null) return link.replace(/.*#/, '');
  const mail = (await api.queuedMails()).findLast(({ text }) => text.includes('/join#'));
  return mail?.text.match(/join#([\w-]+)/)?.[1] ?? '';
}

/** Lets somebody follow the wearer. */
export async function letFollow(
  api: TestApi,
  { owner, follower, wearer }: { owner: Person; follower: Person; wearer: string },
  given: Given = {},
): Promise<void> {
  const token = await inviteTo(api, owner, wearer, given);
  const answer = await api.send(answerInvitation, {
    token: follower.token,
    body: { token, accept: true },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
