import type { InvitedRole } from '@tealight/contract';
import { nameInMail } from './greeting.ts';
import { dateTimeText, type Recipient, type RenderedMail, renderMail, renderMailFor } from './layout.ts';
import { mailText } from './text.ts';

type Invited = { inviter: string; wearer: string; link: string; role: InvitedRole };

/** Emails about who may see a wearer. */
export const peopleMailTemplates = {
  invited({ link, role, ...names }: Invited): RenderedMail {
    const [inviter, wearer] = [nameInMail(names.inviter), nameInMail(names.wearer)];
    const { subject, follow, handOver, leave, button, validity } = mailText.invited;
    return renderMail({
      // The address may belong to anybody: there is no name for the greeting.
      name: '',
      subject: subject({ inviter, wearer }),
      paragraphs: role === 'owner' ? [handOver({ inviter, wearer })] : [follow({ inviter, wearer }), leave],
      button: { label: button, href: link },
      paragraphsAfter: [validity],
    });
  },
  followerJoined(
    to: Recipient,
    about: { wearer: string; follower: string; peopleLink: string },
  ): RenderedMail {
    const { subject, what, button } = mailText.followerJoined;
    return renderMailFor(to, {
      subject: subject(about),
      paragraphs: [what(about)],
      button: { label: button, href: about.peopleLink },
    });
  },
  youFollow(to: Recipient, about: { wearer: string; peopleLink: string }): RenderedMail {
    const { subject, what, button } = mailText.youFollow;
    return renderMailFor(to, {
      subject: subject(about),
      paragraphs: [what(about)],
      button: { label: button({ wearer: about.wearer }), href: about.peopleLink },
    });
  },
  handOverAgreed(
    to: Recipient,
    { wearer, next, at, peopleLink }: { wearer: string; next: string; at: number; peopleLink: string },
  ): RenderedMail {
    const { subject, what, cancel, button } = mailText.handOverAgreed;
    return renderMailFor(to, {
      subject: subject({ wearer }),
      paragraphs: [what({ wearer, next, at: dateTimeText(at) }), cancel],
      button: { label: button, href: peopleLink },
    });
  },
  handedOver(to: Recipient, about: { wearer: string; next: string }): RenderedMail {
    const { subject, what } = mailText.handedOver;
    return renderMailFor(to, { subject: subject(about), paragraphs: [what(about)] });
  },
  wearerGone(to: Recipient, about: { wearer: string }): RenderedMail {
    const { subject, what } = mailText.wearerGone;
    return renderMailFor(to, { subject: subject(about), paragraphs: [what(about)] });
  },
};
