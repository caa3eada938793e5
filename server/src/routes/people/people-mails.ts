import { HAND_OVER_DAYS, type InvitedRole } from '@tealight/contract';
import { DAY } from '../../shared/time-units.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies, RenderedMail } from '../dependencies.ts';

type MailDependencies = Pick<Dependencies, 'templates' | 'site' | 'now'>;
type Outbox = Pick<Stores, 'outbox'>;

/** The emails about who may see a wearer, each queued in the transaction that causes it. No reading is in any of them. */
export const peopleMails = {
  /** To an address that may have no account; the email says nothing else about it. */
  async invited(
    stores: Outbox,
    recipient: string,
    about: { account: Account; wearer: Wearer; link: string; role: InvitedRole },
    { templates, now }: MailDependencies,
  ): Promise<void> {
    const { account, wearer, link, role } = about;
    const mail = templates.invited({ inviter: account.firstName, wearer: wearer.name, link, role });
    await stores.outbox.put({ recipient, ...mail }, now());
  },
  /** To the owner, and to the follower. */
  async accepted(
    stores: Outbox,
    { owner, follower, wearer }: { owner: Account; follower: Account; wearer: Wearer },
    dependencies: MailDependencies,
  ): Promise<void> {
    const name = `${follower.firstName} ${follower.lastName}`;
    const peopleLink = `${dependencies.site.publicUrl}/people`;
    const about = { wearer: wearer.name, follower: name, peopleLink };
    await put(stores, owner, dependencies.templates.followerJoined(owner, about), dependencies);
    await put(
      stores,
      follower,
      dependencies.templates.youFollow(follower, { wearer: wearer.name, peopleLink }),
      dependencies,
    );
  },
  /** To the owner of today and to the next one. */
  async handOverAgreed(
    stores: Outbox,
    { owner, follower, wearer }: { owner: Account; follower: Account; wearer: Wearer },
    dependencies: MailDependencies,
  ): Promise<void> {
    const about = {
      wearer: wearer.name,
      next: `${follower.firstName} ${follower.lastName}`,
      at: dependencies.now() + HAND_OVER_DAYS * DAY,
      peopleLink: `${dependencies.site.publicUrl}/people`,
    };
    for (const to of [owner, follower])
      await put(stores, to, dependencies.templates.handOverAgreed(to, about), dependencies);
  },
  async handedOver(
    stores: Outbox,
    { from, to, wearer }: { from: Account; to: Account; wearer: Wearer },
    dependencies: MailDependencies,
  ): Promise<void> {
    const about = { wearer: wearer.name, next: `${to.firstName} ${to.lastName}` };
    for (const one of [from, to])
      await put(stores, one, dependencies.templates.handedOver(one, about), dependencies);
  },
  /** To the owner, and to the account that has too many wearers. */
  async handOverFailed(
    stores: Outbox,
    { from, to, wearer }: { from: Account; to: Account; wearer: Wearer },
    dependencies: MailDependencies,
  ): Promise<void> {
    const about = {
      wearer: wearer.name,
      next: `${to.firstName} ${to.lastName}`,
      owner: `${from.firstName} ${from.lastName}`,
    };
    for (const one of [from, to])
      await put(stores, one, dependencies.templates.handOverFailed(one, about), dependencies);
  },
  /** To somebody who followed a wearer whose owner has deleted the account (PPL-26). */
  async wearerGone(
    stores: Outbox,
    to: Account,
    wearer: Wearer,
    dependencies: MailDependencies,
  ): Promise<void> {
    await put(stores, to, dependencies.templates.wearerGone(to, { wearer: wearer.name }), dependencies);
  },
};

const put = (
  { outbox }: Outbox,
  { email: recipient }: Account,
  mail: RenderedMail,
  { now }: Pick<MailDependencies, 'now'>,
) => outbox.put({ recipient, ...mail }, now());
