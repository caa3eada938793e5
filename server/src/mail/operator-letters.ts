import { type Written, write } from './paper.ts';

/** A part of Tealight and since when (epoch ms) it has had a problem. */
export type Affected = { part: string; since: number };

type Place = { publicUrl: string; machine: string };

const what: Readonly<Record<string, string>> = {
  store: 'The database does not work.',
  disk: 'The disk of DATA_DIR or of the database is full, or fails.',
  poller: 'Sources are not asked when they are due.',
  clock: 'The clock of the machine differs from that of the database by more than 10 seconds.',
  key: 'No key decrypts the stored sign-ins of the wearers.',
};

const line = ({ part, since }: Affected): string =>
  `${what[part] ?? ''} (${part}, since ${new Date(since).toISOString()})`.trim();

/** To the operator: what has a problem. It names no wearer. */
export const problemLetter = (affected: readonly Affected[], { publicUrl, machine }: Place): Written =>
  write({
    name: '',
    subject: `Tealight has a problem: ${affected.map(({ part }) => part).join(', ')} (${machine})`,
    paragraphs: [
      `The Tealight at ${publicUrl} on ${machine} has a problem.`,
      ...affected.map(line),
      'Wearers read that Tealight has a problem, and lamps show white as soon as readings are old. The log and /health/ready say more.',
    ],
  });

/** To the operator: it is over. */
export const problemOverLetter = ({ publicUrl, machine }: Place, lastedMs: number): Written =>
  write({
    name: '',
    subject: `Tealight works again (${machine})`,
    paragraphs: [
      `The problem of the Tealight at ${publicUrl} on ${machine} is over. It lasted ${Math.ceil(lastedMs / 60_000)} minutes.`,
    ],
  });
