import type { Catalog } from '../catalog.ts';

/** What the help page with questions and answers says. */
export const faqText = {
  readings: {
    title: 'Readings',
    delay: {
      question: 'How fresh is a reading?',
      answer:
        'Most sensors measure every five minutes, or every minute. Tealight learns when your readings appear and polls right after the next one is due, so it usually shows within seconds. Dexcom’s official API is the exception: its readings arrive one to three hours late.',
    },
    whiteLamp: {
      question: 'Why is my lamp white?',
      answer:
        'White means no current data: there is no reading from the last 15 minutes. The dashboard says since when and why.',
    },
    difference: {
      question: 'Why does Tealight show another number than my sensor’s app?',
      answer:
        'It shows what the app has uploaded. If the app had no network for a while, or smooths its values, the two may differ for a few minutes.',
    },
    twoSources: {
      question: 'Can I connect two sources?',
      answer: 'One at a time. Connecting another takes the place of the first; your readings so far stay.',
    },
    browserTab: {
      question: 'Can I see my reading while I use another tab?',
      answer:
        'Yes. Under <account>My account</account>, switch on “Show my reading in the browser tab”. It counts for that browser alone, so leave it off where others see the screen.',
    },
  },
  colors: {
    title: 'Colors',
    meaning: {
      question: 'What do the colors mean?',
      answer:
        'Red is your low setpoint or below, green your in-range setpoint, violet your high setpoint or above. Between them the color changes gradually, through amber on the low side and blue on the high side.',
    },
    colorBlindness: {
      question: 'I cannot tell red from green.',
      answer:
        'Choose the colorblind-friendly palette in Range Setup: red, blue and amber can be distinguished with all common forms of color blindness. Screens also show an arrow and a word.',
    },
    flashing: {
      question: 'Can I stop the flashing?',
      answer:
        'Yes, for high and low each, in Range Setup. Screens never flash more than once a second, and not at all where the system is set to reduced motion.',
    },
  },
  privacy: {
    title: 'Safety and privacy',
    vendorPassword: {
      question: 'Why do you need the password of my source?',
      answer:
        'Because most vendors offer no other way to a current reading. It is stored encrypted, only used to read your glucose, never shown again, and erased when you disconnect, unless you choose to keep it.',
    },
    family: {
      question: 'Can my family see my glow?',
      answer: ({ whatCodeOpens }: { whatCodeOpens: string }) =>
        `Invite them under <people>People</people>, where you choose what each of them sees. For a lamp in their home, give them the connection code, or open <lamp>the lamp page</lamp> on their screen. ${whatCodeOpens} A new code disconnects everyone who has it.`,
    },
    ownData: {
      question: 'Can I have my data, or be forgotten?',
      answer: 'Yes, at any time, under <security>Security</security>.',
    },
  },
} as const satisfies Catalog;
