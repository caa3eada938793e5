import { HAND_OVER_DAYS, type InvitedRole } from '@tealight/contract';
import { DAY } from '../../shared/time-units.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Stores } from '../../store/store.ts';
import type { Parts, RenderedMail } from '../dependencies.ts';

type MailParts = Pick<Parts, 'templates' | 'site' | 'now'>;
type Outbox = Pick<Stores, 'outbox'>;

/** The emails about who may see a wearer, each queued in the transaction that causes it. No reading is in any of them. */
export const peopleMails = {
  /** To an address that may have no account; the email says nothing else about it. */
  async invited(
    stores: Outbox,
    recipient: string,
    about: { account: Account; wearer: Wearer; link: string; role: InvitedRole },
    { templates, now }: MailParts,
  ): Promise<void> {
    const { account, wearer, link, role } = about;
    const mail = templates.invited({ inviter: account.firstName, wearer: wearer.name, link, role });
    await stores.outbox.put({ recipient, ...mail }, now());
  },
  /** To the owner, and to the follower. */
  async accepted(
    stores: Outbox,
    { owner, follower, wearer }: { owner: Account; follower: Account; wearer: Wearer },
    parts: MailParts,
  ): Promise<void> {
    const name = `${follower.firstName} ${follower.lastName}`;
    const peopleLink = `${parts.site.publicUrl}/people`;
    const about = { wearer: wearer.name, follower: name, peopleLink };
    await put(stores, owner, parts.templates.followerJoined(owner, about), parts);
    await put(
      stores,
      follower,
      parts.templates.youFollow(follower, { wearer: wearer.name, peopleLink }),
      parts,
    );
  },
  /** To the owner of today and to the next one. */
  async handOverAgreed(
    stores: Outbox,
    { owner, follower, wearer }: { owner: Account; follower: Account; wearer: Wearer },
    parts: MailParts,
  ): Promise<void> {
    const about = {
      wearer: wearer.name,
      next: `${follower.firstName} ${follower.lastName}`,
      at: parts.now() + HAND_OVER_DAYS * DAY,
      peopleLink: `${parts.site.publicUrl}/people`,
    };
    for (const to of [owner, follower])
      await put(stores, to, parts.templates.handOverAgreed(to, about), parts);
  },
  async handedOver(
    stores: Outbox,
    { from, to, wearer }: { from: Account; to: Account; wearer: Wearer },
    parts: MailParts,
  ): Promise<void> {
    const about = { wearer: wearer.name, next: `${to.firstName} ${to.lastName}` };
    for (const one of [from, to]) await put(stores, one, parts.templates.handedOver(one, about), parts);
  },
  /** To somebody who followed a wearer whose owner has deleted the account (PPL-26). */
  async wearerGone(stores: Outbox, to: Account, wearer: Wearer, parts: MailParts): Promise<void> {
    await put(stores, to, parts.templates.wearerGone(to, { wearer: wearer.name }), parts);
  },
};

const put = (
  { outbox }: Outbox,
  { email: recipient }: Account,
  mail: RenderedMail,
  { now }: Pick<MailParts, 'now'>,
) => outbox.put({ recipient, ...mail }, now());
