import type { Accent } from '@tealight/contract';
import type { Catalog } from '../catalog.ts';

/** The page of everybody whose readings I may see, and the form for a new person. */
export const peopleText = {
  page: 'People',
  add: 'Add a person',
  list: 'People, in the order shown',
  order: {
    label: 'Order',
    byHand: 'My order',
    worstFirst: 'Worst first',
    edit: 'Change order',
    done: 'Done',
    moveUp: ({ name }: { name: string }) => `Move ${name} up`,
    moveDown: ({ name }: { name: string }) => `Move ${name} down`,
    moved: ({ name, place, count }: { name: string; place: number; count: number }) =>
      `${name} is now ${place} of ${count}`,
  },
  card: {
    manage: ({ name }: { name: string }) => `Manage ${name}`,
    own: 'Own',
    followedAs: ({ role, owner }: { role: string; owner: string }) => `${role} · shared by ${owner}`,
    followed: ({ role }: { role: string }) => role,
    realName: ({ name }: { name: string }) => `(${name})`,
    noCurrentDataSince: ({ age }: { age: string }) => `Last reading ${age}`,
    noReadings: 'No readings yet',
    waiting: 'Waiting for the first reading',
    notLoaded: 'Reading not loaded',
    alarm: ({ kind }: { kind: string }) => `Alarm: ${kind}`,
    silentAlarm: ({ kind }: { kind: string }) => `Alarm, silent now: ${kind}`,
  },
  offline: "Can't reach the Tealight server. We keep trying.",
  empty: {
    title: 'Nobody here yet',
    about: 'Add a person who wears a sensor, or ask somebody to invite you.',
  },
  onlyYou: 'Add a person you care for. People who invite you to follow them appear here, too.',
  addForm: {
    title: 'Add a person',
    about:
      'You can connect a sensor and invite others afterwards. Nobody else sees this person until you invite them.',
    submit: 'Add',
    done: ({ name }: { name: string }) => `${name} was added`,
    incomplete: 'Enter a name.',
  },
  fields: {
    name: 'Name',
    accent: 'Color',
    birthYear: 'Year of birth (optional)',
    aboutBirthYear: 'Only used for words and suggestions.',
    accents: {
      teal: 'Teal',
      blue: 'Blue',
      indigo: 'Indigo',
      violet: 'Violet',
      pink: 'Pink',
      red: 'Red',
      orange: 'Orange',
      lime: 'Lime',
    } satisfies Record<Accent, string>,
  },
} as const satisfies Catalog;
