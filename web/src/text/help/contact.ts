import type { Catalog } from '../catalog.ts';

/** What the help page about contact says. */
export const contactText = {
  emergency: {
    title: 'In an emergency',
    about:
      'Call your local emergency number. Nobody here monitors your readings, and messages are not read immediately.',
  },
  operator: {
    title: 'Your account, this server, your data',
    about:
      'Write to anyone who runs this Tealight: the person or group who gave you its address, or whose name stands in the emails it sends you. Only they can look after this server. Tell them what you did, what you saw and when; never tell anybody your password or your connection code.',
  },
  source: {
    title: 'No readings, or a source that cannot be connected',
    about:
      'The dashboard says what is wrong and what to do about it. Common problems of each source are in <setup>Connect your sensor</setup>.',
  },
  manufacturer: {
    title: 'Your sensor and its app',
    about: 'Contact the manufacturer: Dexcom, Abbott or Medtronic. They do not support Tealight.',
  },
  forOperators: {
    title: 'If you run this Tealight',
    about:
      'Set <code>CONTACT_URL</code> to a page or a <code>mailto:</code> address of your own to replace this page.',
  },
} as const satisfies Catalog;
