import type { InvitedRole } from '@tealight/contract';
import { namesInMail } from './greeting.ts';
import { dateTimeText, type Recipient, type RenderedMail, renderMail, renderMailFor } from './layout.ts';
import { mailText } from './text.ts';

type Invited = { inviter: string; wearer: string; link: string; role: InvitedRole };

/** Emails about who may see a wearer. */
export const peopleMailTemplates = {
  invited({ link, role, ...names }: Invited): RenderedMail {
    const { inviter, wearer } = namesInMail(names);
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
    { peopleLink, ...names }: { wearer: string; follower: string; peopleLink: string },
  ): RenderedMail {
    const about = namesInMail(names);
    const { subject, what, button } = mailText.followerJoined;
    return renderMailFor(to, {
      subject: subject(about),
      paragraphs: [what(about)],
      button: { label: button, href: peopleLink },
    });
  },
  youFollow(to: Recipient, { peopleLink, ...names }: { wearer: string; peopleLink: string }): RenderedMail {
    const about = namesInMail(names);
    const { subject, what, button } = mailText.youFollow;
    return renderMailFor(to, {
      subject: subject(about),
      paragraphs: [what(about)],
      button: { label: button(about), href: peopleLink },
    });
  },
  handOverAgreed(
    to: Recipient,
    { at, peopleLink, ...names }: { wearer: string; next: string; at: number; peopleLink: string },
  ): RenderedMail {
    const { wearer, next } = namesInMail(names);
    const { subject, what, cancel, button } = mailText.handOverAgreed;
    return renderMailFor(to, {
      subject: subject({ wearer }),
      paragraphs: [what({ wearer, next, at: dateTimeText(at) }), cancel],
      button: { label: button, href: peopleLink },
    });
  },
  handedOver(to: Recipient, names: { wearer: string; next: string }): RenderedMail {
    const about = namesInMail(names);
    const { subject, what } = mailText.handedOver;
    return renderMailFor(to, { subject: subject(about), paragraphs: [what(about)] });
  },
  handOverFailed(to: Recipient, names: { wearer: string; next: string; owner: string }): RenderedMail {
    const about = namesInMail(names);
    const { subject, what, again } = mailText.handOverFailed;
    return renderMailFor(to, { subject: subject(about), paragraphs: [what(about), again(about)] });
  },
  wearerGone(to: Recipient, names: { wearer: string }): RenderedMail {
    const about = namesInMail(names);
    const { subject, what } = mailText.wearerGone;
    return renderMailFor(to, { subject: subject(about), paragraphs: [what(about)] });
  },
};
