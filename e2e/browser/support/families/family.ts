import {
  addWearer,
  answerInvitation,
  invite,
  listWearers,
  makeShareLink,
  offerHandOver,
} from '@tealight/contract';
import { newUser } from '../../../../simulators/fixtures/new-user.ts';
import { connectedWearer, mailedLink, send, wearerOf } from '../../../../simulators/fixtures/wearer.ts';
import type { Environment } from '../environment.ts';

/** The accounts, wearers and links of a family. */
export type Family = Awaited<ReturnType<typeof familyOf>>;

/** As long as a name may be. */
export const longName = 'Wilhelmina-Alexandrine of Schwarzenbergs';

/**
 * A mother with three wearers: herself, with readings, a follower, an open invitation and a share link; Ben, without a
 * source; and one with a long name, whose hand-over is agreed. The invited account is offered to become the owner of Ben.
 */
export async function familyOf({ tealight: { url }, site }: Pick<Environment, 'tealight' | 'site'>) {
  const mother = await connectedWearer(url, site, { ...newUser(), firstName: 'Mona' });
  const follower = await wearerOf(url, { ...newUser(), firstName: 'Maximilian-Ferdinand' });
  const daughter = await wearerOf(url, { ...newUser(), firstName: 'Wilhelmina' });
  const invited = await wearerOf(url);
  /** A call of the mother. */
  const does = (path: string, body: object, wearer?: string) => send(url + path, body, mother.token, wearer);
  const add = async (name: string) => addWearer.reply.parse(await does(addWearer.path, { name })).id;
  const invitationTo = async (wearer: string, role: 'follower' | 'carer') => {
    const made = await does(invite.path, { kind: 'link', role }, wearer);
    return secretOf(invite.reply.parse(made).link ?? '');
  };
  const offerTo = async (email: string, wearer: string) => {
    await does(offerHandOver.path, { email, ownerBecomes: 'carer' }, wearer);
    return secretOf(await mailedLink(url, email, /http\S*\/join#\S*/));
  };
  const accept = (token: string, by: { token: string }) =>
    send(url + answerInvitation.path, { token, accept: true }, by.token);

  const own = await onlyWearerOf(url, mother.token);
  const ben = await add('Ben');
  const grownUp = await add(longName);
  await accept(await invitationTo(own, 'follower'), follower);
  await accept(await offerTo(daughter.email, grownUp), daughter);
  const link = { name: 'School nurse', scope: 'history', lasts: 'week', alias: 'A.' };
  return {
    mother,
    follower,
    invited,
    wearers: { own, ben, grownUp },
    invitation: await invitationTo(own, 'carer'),
    handOver: await offerTo(invited.email, ben),
    shareLink: secretOf(makeShareLink.reply.parse(await does(makeShareLink.path, link, own)).link),
  };
}

async function onlyWearerOf(url: string, token: string): Promise<string> {
  const answer = await fetch(url + listWearers.path, { headers: { authorization: `Bearer ${token}` } });
  return listWearers.reply.parse(await answer.json()).selected;
}

const secretOf = (link: string) => new URL(link).hash.slice(1);
