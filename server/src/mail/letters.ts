import { activityLetters } from './activity-letters.ts';
import { momentText } from './moment.ts';
import { type Words, type Written, write } from './paper.ts';

/** Who a letter speaks to. */
export type Addressee = { firstName: string };

const to = ({ firstName }: Addressee, words: Omit<Words, 'name'>): Written =>
  write({ name: firstName, ...words });

export const confirmLetter = (
  addressee: Addressee,
  { link, notMeLink }: { link: string; notMeLink: string },
): Written =>
  to(addressee, {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Welcome to Tealight! Click the button to confirm this email address. Then you can sign in.',
    ],
    button: { label: 'Confirm my email', href: link },
    after: [
      'The link works for 24 hours.',
      `If this was not you, do not click the button. Remove the account that someone created with your address: ${notMeLink}`,
    ],
  });

/** To the owner of an address that somebody signed up with again. */
export const alreadyRegisteredLetter = (
  addressee: Addressee,
  { signInLink, resetLink, confirmed }: { signInLink: string; resetLink: string; confirmed: boolean },
): Written =>
  to(addressee, {
    subject: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up to Tealight with this e-mail address. It already has an account, so nothing was changed.',
      confirmed
        ? `You can sign in here: ${signInLink}`
        : 'Your e-mail address is not confirmed yet. Choosing a password with the link below confirms it.',
    ],
    button: { label: confirmed ? 'I forgot my password' : 'Choose a password', href: resetLink },
    after: ['If it was not you, you need not do anything.'],
  });

export const resetLetter = (addressee: Addressee, { link }: { link: string }): Written =>
  to(addressee, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked to choose a new password for your Tealight account.'],
    button: { label: 'Choose a new password', href: link },
    after: ['The link works once, within one hour. If it was not you, your password stays as it is.'],
  });

export const passwordChangedLetter = (
  addressee: Addressee,
  { at, forgotLink }: { at: number; forgotLink: string },
): Written =>
  to(addressee, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Tealight account was changed on ${momentText(at)}. Other devices have been signed out.`,
      'If it was you, all is well. If not, choose a new password now:',
    ],
    button: { label: 'Choose a new password', href: forgotLink },
  });

/** To the owner of an account whose password is being guessed, who may be kept waiting by it. */
export const signInLinkLetter = (addressee: Addressee, { link }: { link: string }): Written =>
  to(addressee, {
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

export const newSignInLetter = (
  addressee: Addressee,
  { at, device, securityLink }: { at: number; device: string; securityLink: string },
): Written =>
  to(addressee, {
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your Tealight account was signed in to on a device that we have not seen before: ${device}, on ${momentText(at)}.`,
      'If it was you, all is well. If not, end that session and change your password:',
    ],
    button: { label: 'Look at my sessions', href: securityLink },
  });

/** When readings have stopped coming for a reason that the wearer can mend. */
export const lostSourceLetter = (
  addressee: Addressee,
  about: { source: string; reason: string; dashboardLink: string; settingsLink: string },
): Written =>
  to(addressee, {
    subject: `${about.source} sends no readings any more`,
    paragraphs: [
      `Tealight cannot read your glucose from ${about.source} any more, so your lamps show the white light of “no current data”.`,
      `${about.reason}.`,
    ],
    button: { label: 'Open the dashboard', href: about.dashboardLink },
    after: [`You get one such mail for each trouble. You can switch them off here: ${about.settingsLink}`],
  });

/** The letters that calls cause, by the words that the API knows them by. */
export const lettersOfCalls = {
  confirm: confirmLetter,
  alreadyRegistered: alreadyRegisteredLetter,
  reset: resetLetter,
  passwordChanged: passwordChangedLetter,
  signInLink: signInLinkLetter,
  newSignIn: newSignInLetter,
  ...activityLetters,
};
