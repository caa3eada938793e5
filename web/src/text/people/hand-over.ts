import type { Catalog } from '../catalog.ts';

/** Giving the ownership of a person to somebody else. */
export const handOverText = {
  title: 'Hand over',
  about: ({ name, days }: { name: string; days: number }) =>
    `Make somebody else the owner of ${name}, for example a child who has grown up. Once they accept, they follow ${name} as a caregiver. The hand-over takes effect ${days} days later, or at once when you both confirm it on the same day.`,
  start: 'Offer a hand-over',
  fields: {
    becomes: 'Afterwards you are',
    carer: 'Caregiver',
    nobody: 'Without access',
  },
  submit: 'Send the offer',
  incomplete: 'Enter an email address.',
  offered: ({ email }: { email: string }) => `Offer sent to ${email}`,
  agreed: ({ from, to }: { from: string; to: string }) => `${from} hands over to ${to}.`,
  takesEffect: ({ date }: { date: string }) => `It takes effect on ${date}.`,
  becomes: {
    carer: ({ from }: { from: string }) => `${from} becomes a caregiver.`,
    nobody: ({ from }: { from: string }) => `${from} no longer has access.`,
  },
  confirm: 'Confirm with password',
  aboutConfirm: 'When you both confirm on the same day, it takes effect at once.',
  confirmed: 'You have confirmed. It takes effect at once when the other person confirms today, too.',
  confirmNow: 'Confirm',
  notNow: 'Not now',
  waitsForOther: 'Confirmed. We are waiting for the other person.',
  handedOver: 'The hand-over has taken effect',
  cancel: 'Cancel the hand-over',
  cancelTitle: 'Cancel the hand-over?',
  cancelConsequence:
    'The owner stays the same. Who accepted it still follows as a caregiver, until the owner removes them.',
  keep: 'Keep it',
  canceled: 'The hand-over is canceled',
} as const satisfies Catalog;
