import { dateTimeText, type Recipient, type RenderedMail, renderMailFor } from './layout.ts';

type ActivityDetails = { at: number; device: string };
type ActivityWithLink = ActivityDetails & { securityLink: string };

const notYou =
  'If this was you, no action is needed. If not, change your password and sign out other devices:';

/** Emails about an action that was just done with an account. */
export const activityMails = {
  codeRenewed: (to: Recipient, { at, device, securityLink }: ActivityWithLink): RenderedMail =>
    renderMailFor(to, {
      subject: 'New connection code',
      paragraphs: [
        `A new connection code was created for your Tealight account with ${device} on ${dateTimeText(at)}. Devices with the old code are disconnected.`,
        notYou,
      ],
      button: { label: 'Review my account', href: securityLink },
    }),
  exported: (to: Recipient, { at, device, securityLink }: ActivityWithLink): RenderedMail =>
    renderMailFor(to, {
      subject: 'Your data was downloaded',
      paragraphs: [
        `All data of your Tealight account was downloaded with ${device} on ${dateTimeText(at)}.`,
        notYou,
      ],
      button: { label: 'Review my account', href: securityLink },
    }),
  deleted: (to: Recipient, { at, device }: ActivityDetails): RenderedMail =>
    renderMailFor(to, {
      subject: 'Your account was deleted',
      paragraphs: [
        `Your Tealight account was deleted with ${device} on ${dateTimeText(at)}. Your readings, settings and stored passwords are erased. This can't be undone.`,
        'If this was not you, someone knows the password you used. Change it wherever else you use it.',
      ],
    }),
};
