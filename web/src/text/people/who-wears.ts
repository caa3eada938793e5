import type { Catalog } from '../catalog.ts';

/** The question, while an account is set up, whose sensor it is. */
export const whoWearsText = {
  title: 'Who wears the sensor?',
  choices: { me: 'Me', child: 'My child', other: 'Somebody else' },
  childName: 'Name of your child',
  otherName: 'Name of the person',
  birthYear: 'Year of birth (optional)',
  about: 'You can change this later, and add more people.',
  incomplete: 'Enter a name.',
  saved: ({ name }: { name: string }) => `Readings are shown as those of ${name}`,
  answered: ({ name }: { name: string }) => `Sensor of ${name}`,
  change: 'Change',
} as const satisfies Catalog;
