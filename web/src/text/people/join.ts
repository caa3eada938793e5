import type { Catalog } from '../catalog.ts';

/** The page of an invitation. */
export const joinText = {
  page: 'Invitation',
  title: ({ inviter, wearer }: { inviter: string; wearer: string }) =>
    `${inviter} invites you to follow ${wearer}`,
  about: ({ wearer }: { wearer: string }) =>
    `Tealight shows the glucose of ${wearer} as a color. You need an account, and no sensor of your own.`,
  willSee: 'You will see',
  willNotSee: 'You will not see',
  may: 'You may',
  leave: 'You can stop following at any time.',
  until: ({ date }: { date: string }) => `This invitation works once, until ${date}.`,
  handOver: {
    title: ({ inviter, wearer }: { inviter: string; wearer: string }) =>
      `${inviter} offers to make you the owner of ${wearer}`,
    about: ({ wearer }: { wearer: string }) =>
      `As the owner you decide who sees the readings of ${wearer}. You connect the source, invite and remove others, and can erase everything.`,
    when: ({ days }: { days: number }) =>
      `It takes effect ${days} days after you accept, or at once when you both confirm it with your passwords on the same day. Until then you follow as a caregiver, and you can both cancel.`,
    accept: 'Accept the hand-over',
    acceptedTitle: 'You have accepted',
    accepted: ({ wearer, date }: { wearer: string; date: string }) =>
      `You become the owner of ${wearer} on ${date}. We emailed both of you how to confirm sooner or cancel.`,
    toPeople: 'Go to People',
  },
  accept: 'Accept',
  decline: 'Decline',
  declined: {
    title: 'You declined the invitation',
    about: ({ inviter }: { inviter: string }) => `${inviter} sees that you declined, and nothing else.`,
    toStart: 'Go to the start page',
  },
  signInFirst: 'To answer, sign in or sign up. You come back to this page afterwards.',
  signedInAs: ({ email }: { email: string }) => `You are signed in as ${email}.`,
  signUp: 'Sign up',
  forOneAddress: 'Only the account with the email address that was invited can accept.',
  expired: {
    title: 'This link has expired or is no longer valid',
    about: 'Invitations work once, and for a limited time. Ask the person who invited you for a new one.',
  },
  otherAddress:
    'This invitation is for an account with another email address. Log out, then sign in with the address the invitation was sent to.',
  ownWearer: 'This person is already yours: you cannot follow them.',
  /** What is asked first, once the invitation is accepted. */
  first: {
    title: ({ wearer }: { wearer: string }) => `You now follow ${wearer}`,
    unit: 'Unit that you want to see',
    alarms: ({ wearer }: { wearer: string }) => `Alarms of ${wearer} that you get`,
    alarmsReach: 'They arrive while a Tealight page is open. Add your phone later, on the page Alarms.',
    onDutyLater: 'An alarm rings first for those on duty. You can change this at any time.',
    proceed: 'Continue',
  },
  /** While an account is made or confirmed. */
  waiting:
    'Your invitation is waiting. Confirm your email and sign in with this browser to come back to it. On another device, open the invitation again.',
} as const satisfies Catalog;
