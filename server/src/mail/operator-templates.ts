import { type RenderedMail, renderMail } from './layout.ts';

/** A part of Tealight that has a problem, and since when (epoch ms). */
export type AffectedPart = { part: string; since: number };

type Installation = { publicUrl: string; machine: string };

const descriptions: Readonly<Record<string, string>> = {
  store: 'The database does not work.',
  disk: 'The disk of DATA_DIR or of the database is full, or fails.',
  poller: 'Sources are not polled when they are due.',
  clock: 'The clock of the machine differs from that of the database by more than 10 seconds.',
  key: 'No key decrypts the stored sign-ins of the wearers.',
};

const line = ({ part, since }: AffectedPart): string =>
  `${descriptions[part] ?? ''} (${part}, since ${new Date(since).toISOString()})`.trim();

/** To the operator: which parts have a problem. Contains nothing about wearers. */
export const operatorProblemMail = (
  affected: readonly AffectedPart[],
  { publicUrl, machine }: Installation,
): RenderedMail =>
  renderMail({
    name: '',
    subject: `Tealight has a problem: ${affected.map(({ part }) => part).join(', ')} (${machine})`,
    paragraphs: [
      `The Tealight at ${publicUrl} on ${machine} has a problem.`,
      ...affected.map(line),
      'Wearers read that Tealight has a problem, and lamps show white as soon as readings are old. The log and /health/ready say more.',
    ],
  });

/** To the operator: the problem is over. */
export const operatorRecoveryMail = ({ publicUrl, machine }: Installation, lastedMs: number): RenderedMail =>
  renderMail({
    name: '',
    subject: `Tealight works again (${machine})`,
    paragraphs: [
      `The problem of the Tealight at ${publicUrl} on ${machine} is over. It lasted ${Math.ceil(lastedMs / 60_000)} minutes.`,
    ],
  });
