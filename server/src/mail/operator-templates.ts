import { type RenderedMail, renderMail } from './layout.ts';
import { mailText } from './text.ts';

/** A part of Tealight that has a problem, and since when (epoch ms). */
export type AffectedPart = { part: keyof typeof mailText.operatorProblem.parts; since: number };

type Installation = { publicUrl: string; machine: string };

/** Dependencies without which readings and lamps are right all the same. */
const ofAlarms: readonly AffectedPart['part'][] = ['alarms', 'push'];

/** To the operator: which parts have a problem. Contains nothing about wearers. */
export function operatorProblemMail(
  affected: readonly AffectedPart[],
  { publicUrl, machine }: Installation,
): RenderedMail {
  const { subject, what, parts, effect, effectOnAlarms } = mailText.operatorProblem;
  return renderMail({
    name: '',
    subject: subject({ parts: affected.map(({ part }) => part).join(', '), machine }),
    paragraphs: [
      what({ address: publicUrl, machine }),
      ...affected.map(({ part, since }) => parts[part]({ since: new Date(since).toISOString() })),
      affected.every(({ part }) => ofAlarms.includes(part)) ? effectOnAlarms : effect,
    ],
  });
}

/** To the operator: the problem is over. */
export function operatorRecoveryMail({ publicUrl, machine }: Installation, lastedMs: number): RenderedMail {
  const { subject, what } = mailText.operatorRecovery;
  return renderMail({
    name: '',
    subject: subject({ machine }),
    paragraphs: [what({ address: publicUrl, machine, minutes: Math.ceil(lastedMs / 60_000) })],
  });
}
