import { dateTimeText, type Recipient, type RenderedMail, renderMailFor } from './layout.ts';
import { mailText } from './text.ts';

type ActivityDetails = { at: number; device: string };
type ActivityWithLink = ActivityDetails & { securityLink: string };

/** Renders an email about an action that its owner can still look into. */
function activityMail(
  to: Recipient,
  { at, device, securityLink }: ActivityWithLink,
  { subject, what, notYou, button }: typeof mailText.codeRenewed | typeof mailText.exported,
): RenderedMail {
  return renderMailFor(to, {
    subject,
    paragraphs: [what({ device, at: dateTimeText(at) }), notYou],
    button: { label: button, href: securityLink },
  });
}

/** Emails about an action that was just done with an account. */
export const activityMails = {
  codeRenewed: (to: Recipient, activity: ActivityWithLink): RenderedMail =>
    activityMail(to, activity, mailText.codeRenewed),
  exported: (to: Recipient, activity: ActivityWithLink): RenderedMail =>
    activityMail(to, activity, mailText.exported),
  deleted: (to: Recipient, { at, device }: ActivityDetails): RenderedMail =>
    renderMailFor(to, {
      subject: mailText.deleted.subject,
      paragraphs: [mailText.deleted.what({ device, at: dateTimeText(at) }), mailText.deleted.notYou],
    }),
};
