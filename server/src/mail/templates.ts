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
      'Somebody, perhaps you, tried to sign up to Tealight with this email address. It already has an account, so nothing was changed.',
      confirmed
        ? `You can sign in here: ${signInLink}`
        : 'Your email address is not confirmed yet. Choosing a password with the link below confirms it.',
    ],
    button: { label: confirmed ? 'I forgot my password' : 'Choose a password', href: resetLink },
    after: ['If it was not you, you need not do anything.'],
  });

export const resetMail = (recipient: Recipient, { link }: { link: string }): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked to choose a new password for your Tealight account.'],
    button: { label: 'Choose a new password', href: link },
    after: ['The link works once, within one hour. If it was not you, your password stays as it is.'],
  });

export const passwordChangedMail = (
  recipient: Recipient,
  { at, forgotLink }: { at: number; forgotLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Tealight account was changed on ${dateTimeText(at)}. Other devices have been signed out.`,
      'If it was you, all is well. If not, choose a new password now:',
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
      `Your Tealight account was signed in to on a device that we have not seen before: ${device}, on ${dateTimeText(at)}.`,
      'If it was you, all is well. If not, end that session and change your password:',
    ],
    button: { label: 'Look at my sessions', href: securityLink },
  });

/** When there are no readings anymore for a reason that the wearer can fix. */
export const outageMail = (
  recipient: Recipient,
  outage: { source: string; reason: string; dashboardLink: string; settingsLink: string },
): RenderedMail =>
  renderMailFor(recipient, {
    subject: `${outage.source} sends no readings any more`,
    paragraphs: [
      `Tealight cannot read your glucose from ${outage.source} any more, so your lamps show the white light of “no current data”.`,
      `${outage.reason}.`,
    ],
    button: { label: 'Open the dashboard', href: outage.dashboardLink },
    after: [`You get one such email for each problem. You can switch them off here: ${outage.settingsLink}`],
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
