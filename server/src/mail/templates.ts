import { activityMails } from './activity-templates.ts';
import { dateTimeText, type Recipient, type RenderedMail, renderMailFor } from './layout.ts';

export const confirmMail = (
  recipient: Recipient,
  { link, notMeLink }: { link: string; notMeLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Confirm your email address',
    paragraphs: [
      'Welcome to Tealight! Click the button to confirm this email address. Then you can sign in.',
    ],
    button: { label: 'Confirm my email', href: link },
    after: [
      'The link works for 24 hours.',
      `If this was not you, do not click the button. Remove the account that someone created with your address: ${notMeLink}`,
    ],
  });

/** To the owner of an address that has an account, after another sign-up with it. */
export const alreadyRegisteredMail = (
  recipient: Recipient,
  { signInLink, resetLink, confirmed }: { signInLink: string; resetLink: string; confirmed: boolean },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up for Tealight with this email address. It already has an account, so nothing was changed.',
      confirmed
        ? `You can sign in here: ${signInLink}`
        : 'Your email address is not confirmed yet. Choosing a password with the link below confirms it.',
    ],
    button: { label: confirmed ? 'I forgot my password' : 'Choose a password', href: resetLink },
    after: ['If this was not you, you can ignore this email.'],
  });

export const resetMail = (recipient: Recipient, { link }: { link: string }): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Choose a new password',
    paragraphs: ['Someone asked to choose a new password for your Tealight account.'],
    button: { label: 'Choose a new password', href: link },
    after: [
      'The link works once, within one hour. If this was not you, you can ignore this email: your password has not changed.',
    ],
  });

export const passwordChangedMail = (
  recipient: Recipient,
  { at, forgotLink }: { at: number; forgotLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Tealight account was changed on ${dateTimeText(at)}. Other devices have been signed out.`,
      'If this was you, no action is needed. If not, choose a new password now:',
    ],
    button: { label: 'Choose a new password', href: forgotLink },
  });

/** To the owner of an account with many failed sign-ins, which may delay the owner's own sign-in. */
export const signInLinkMail = (recipient: Recipient, { link }: { link: string }): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Your sign-in link',
    paragraphs: [
      'There were several failed attempts to sign in to your Tealight account, so we paused password sign-in from new places for a moment.',
      'If this was you, sign in with this link instead:',
    ],
    button: { label: 'Sign in', href: link },
    after: [
      'The link works once, within 15 minutes. If this was not you, no action is needed: nobody can sign in without your password or this link.',
    ],
  });

export const newSignInMail = (
  recipient: Recipient,
  { at, device, securityLink }: { at: number; device: string; securityLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your Tealight account was used to sign in on a new device: ${device}, on ${dateTimeText(at)}.`,
      'If this was you, no action is needed. If not, end that session and change your password:',
    ],
    button: { label: 'Review my sessions', href: securityLink },
  });

/** When there are no readings anymore for a reason that the wearer can fix. */
export const outageMail = (
  recipient: Recipient,
  outage: { source: string; reason: string; dashboardLink: string; settingsLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: `${outage.source} has stopped sending readings`,
    paragraphs: [
      `Tealight can no longer read your glucose from ${outage.source}, so your lamps are white: no current data.`,
      `${outage.reason}.`,
    ],
    button: { label: 'Open the dashboard', href: outage.dashboardLink },
    after: [`We email you once per problem. You can turn these emails off here: ${outage.settingsLink}`],
  });

/** The emails that API calls send. */
export const mailTemplates = {
  confirm: confirmMail,
  alreadyRegistered: alreadyRegisteredMail,
  reset: resetMail,
  passwordChanged: passwordChangedMail,
  signInLink: signInLinkMail,
  newSignIn: newSignInMail,
  ...activityMails,
};
