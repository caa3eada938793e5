import { activityMails } from './activity-templates.ts';
import { nameInMail } from './greeting.ts';
import { dateTimeText, type Recipient, type RenderedMail, renderMailFor } from './layout.ts';
import { peopleMailTemplates } from './people-templates.ts';
import { mailText } from './text.ts';

/** To a new address: confirms it, or removes the account. */
export function confirmMail(
  recipient: Recipient,
  { link, notMeLink }: { link: string; notMeLink: string },
): RenderedMail {
  const { subject, welcome, button, validity, notYou } = mailText.confirm;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [welcome],
    button: { label: button, href: link },
    paragraphsAfter: [validity, notYou({ link: notMeLink })],
  });
}

/** To the owner of an address that has an account, after another sign-up with it. */
export function alreadyRegisteredMail(
  recipient: Recipient,
  { signInLink, resetLink, confirmed }: { signInLink: string; resetLink: string; confirmed: boolean },
): RenderedMail {
  const { subject, what, signIn, forgotButton, unconfirmed, chooseButton, notYou } =
    mailText.alreadyRegistered;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [what, confirmed ? signIn({ link: signInLink }) : unconfirmed],
    button: { label: confirmed ? forgotButton : chooseButton, href: resetLink },
    paragraphsAfter: [notYou],
  });
}

/** To choose a new password. */
export function resetMail(recipient: Recipient, { link }: { link: string }): RenderedMail {
  const { subject, what, button, validity } = mailText.reset;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [what],
    button: { label: button, href: link },
    paragraphsAfter: [validity],
  });
}

/** After a new password, in case someone else has chosen it. */
export function passwordChangedMail(
  recipient: Recipient,
  { at, forgotLink }: { at: number; forgotLink: string },
): RenderedMail {
  const { subject, what, notYou, button } = mailText.passwordChanged;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [what({ at: dateTimeText(at) }), notYou],
    button: { label: button, href: forgotLink },
  });
}

/** To the owner of an account with many failed sign-ins, which may delay the owner's own sign-in. */
export function signInLinkMail(recipient: Recipient, { link }: { link: string }): RenderedMail {
  const { subject, what, instead, button, validity } = mailText.signInLink;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [what, instead],
    button: { label: button, href: link },
    paragraphsAfter: [validity],
  });
}

/** After a sign-in from a new place. */
export function newSignInMail(
  recipient: Recipient,
  { at, device, securityLink }: { at: number; device: string; securityLink: string },
): RenderedMail {
  const { subject, what, notYou, button } = mailText.newSignIn;
  return renderMailFor(recipient, {
    subject,
    paragraphs: [what({ device, at: dateTimeText(at) }), notYou],
    button: { label: button, href: securityLink },
  });
}

/** When there are no readings anymore for a reason that the wearer can fix. */
export function outageMail(
  recipient: Recipient,
  outage: {
    source: string;
    reason: string;
    /** Whose source it is; null for an account with one wearer. */
    wearer: string | null;
    dashboardLink: string;
    settingsLink: string;
  },
): RenderedMail {
  const { subject, what, reason, subjectOf, whatOf, button, settings } = mailText.outage;
  const { source } = outage;
  const wearer = outage.wearer === null ? null : nameInMail(outage.wearer);
  return renderMailFor(recipient, {
    subject: wearer === null ? subject({ source }) : subjectOf({ source, wearer }),
    paragraphs: [wearer === null ? what({ source }) : whatOf({ source, wearer }), reason(outage)],
    button: { label: button, href: outage.dashboardLink },
    paragraphsAfter: [settings({ link: outage.settingsLink })],
  });
}

/** The emails that API calls send. */
export const mailTemplates = {
  confirm: confirmMail,
  alreadyRegistered: alreadyRegisteredMail,
  reset: resetMail,
  passwordChanged: passwordChangedMail,
  signInLink: signInLinkMail,
  newSignIn: newSignInMail,
  ...activityMails,
  ...peopleMailTemplates,
};
