import { alarmKinds, type EscalationStep, escalationSteps } from '@tealight/glucose';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { recipientsText } from '../../../text/alarms/recipients.ts';

const text = recipientsText.escalation;

/** What happens while nobody has seen an alarm: a line for each kind that reaches more people. */
export function escalationLines(escalatesHighs: boolean): string[] {
  return alarmKinds.flatMap((kind) => {
    const steps = escalationSteps[kind].filter(
      (step) => step.to === 'everybody' && (escalatesHighs || !step.isOptional),
    );
    const [first] = steps;
    if (first === undefined) return [];
    const line = text.everybody({ kind: alarmKindText.names[kind], minutes: first.afterMinutes });
    return [[line, ...loudLine(steps)].join(' ')];
  });
}

function loudLine(steps: readonly EscalationStep[]): string[] {
  const minutes = steps.filter(({ loudness }) => loudness === 'loud').map(({ afterMinutes }) => afterMinutes);
  const [first, second] = minutes;
  const last = minutes.at(-1);
  if (first === undefined || second === undefined || last === undefined) return [];
  return [text.loud({ minutes: first, every: second - first, during: last - first })];
}

/** After how many minutes a high that nobody has seen reaches everybody, where that is switched on. */
export const highEscalationMinutes = (): number =>
  escalationSteps.high.find(({ isOptional }) => isOptional)?.afterMinutes ?? 0;
