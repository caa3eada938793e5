import { momentText } from './moment.ts';
import { type Words, type Written, write } from './paper.ts';

type Addressee = { firstName: string };
type About = { at: number; device: string };
type Linked = About & { securityLink: string };

const notYou =
  'If this was you, no action is needed. If not, change your password and sign out other devices:';

const letter = ({ firstName }: Addressee, words: Omit<Words, 'name'>): Written =>
  write({ name: firstName, ...words });

/** Mails about what was just done with an account. */
export const activityLetters = {
  codeRenewed: (to: Addressee, { at, device, securityLink }: Linked): Written =>
    letter(to, {
      subject: 'New connection code',
      paragraphs: [
        `A new connection code was created for your Tealight account with ${device} on ${momentText(at)}. Devices with the old code are disconnected.`,
        notYou,
      ],
      button: { label: 'Review my account', href: securityLink },
    }),
  exported: (to: Addressee, { at, device, securityLink }: Linked): Written =>
    letter(to, {
      subject: 'Your data was downloaded',
      paragraphs: [
        `All data of your Tealight account was downloaded with ${device} on ${momentText(at)}.`,
        notYou,
      ],
      button: { label: 'Review my account', href: securityLink },
    }),
  deleted: (to: Addressee, { at, device }: About): Written =>
    letter(to, {
      subject: 'Your account was deleted',
      paragraphs: [
        `Your Tealight account was deleted with ${device} on ${momentText(at)}. Your readings, settings and stored passwords are erased. This can't be undone.`,
        'If this was not you, someone knows the password you used. Change it wherever else you use it.',
      ],
    }),
};
