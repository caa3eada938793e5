import {
  answerInvitation,
  type Call,
  endFollow,
  invite,
  listFollows,
  listWearers,
  newConnectionCode,
  type ReplyOf,
  type Right,
  wearerHeader,
} from '@tealight/contract';

/** Who makes a call, on which node; `wearer`: the public id of the wearer whom it is about. */
export type Caller = { url: string; token: string; wearer?: string };

/** Makes a call; throws when it is refused. */
export async function ask<C extends Call>(
  call: C,
  { url, token, wearer }: Caller,
  body?: object,
): Promise<ReplyOf<C>> {
  const answer = await fetch(url + call.path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(wearer !== undefined && { [wearerHeader]: wearer }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ReplyOf<C>;
}

/** The public id of the account's own wearer. */
export const ownWearerOf = async (caller: Caller): Promise<string> =>
  (await ask(listWearers, caller)).selected;

/** Rights of a follower who has lamps. */
const rights: readonly Right[] = ['see-now', 'see-day', 'lamps'];

/** Invites somebody by link, who accepts and makes a code. Resolves with that code. */
export async function follow(owner: Caller, follower: Caller): Promise<string> {
  const { link } = await ask(invite, owner, { kind: 'link', role: 'follower', rights });
  const token = link?.split('#')[1] ?? '';
  await ask(answerInvitation, { url: follower.url, token: follower.token }, { token, accept: true });
  return (await ask(newConnectionCode, follower, {})).connectionCode;
}

/** Ends the only follow of the owner's wearer. */
export async function endOnlyFollow(owner: Caller): Promise<void> {
  const { follows } = await ask(listFollows, owner);
  for (const { id } of follows) await ask(endFollow, owner, { id });
}
