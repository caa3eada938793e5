import type { AlarmKind } from '../kinds.ts';
import type { Loudness } from './recipients.ts';

/** So many minutes after an alarm began to ring, if nobody has seen it. */
export type EscalationStep = {
  readonly afterMinutes: number;
  readonly to: 'on-duty' | 'everybody';
  readonly loudness: Loudness;
  /** Only where the wearer's people switched it on. */
  readonly isOptional: boolean;
};

const step = (
  afterMinutes: number,
  to: EscalationStep['to'],
  { loudness = 'normal', isOptional = false }: Partial<EscalationStep> = {},
): EscalationStep => ({ afterMinutes, to, loudness, isOptional });

const everybodyAloud = (afterMinutes: number) => step(afterMinutes, 'everybody', { loudness: 'loud' });

/**
 * Who is notified when, while nobody has seen an alarm. The first step is the alarm itself.
 *
 * Source  own choice. Others: GlycemicGPT tells the first carer after 10 minutes and all after 20; Sugalarm calls all
 *         at once every 5 minutes.
 */
export const escalationSteps: Readonly<Record<AlarmKind, readonly [EscalationStep, ...EscalationStep[]]>> = {
  // Loud after 10 minutes, and every 10 minutes for an hour after that.
  'urgent-low': [
    step(0, 'on-duty'),
    step(5, 'everybody'),
    ...[10, 20, 30, 40, 50, 60, 70].map(everybodyAloud),
  ],
  'urgent-low-soon': [step(0, 'on-duty'), step(10, 'everybody')],
  low: [step(0, 'on-duty'), step(15, 'everybody')],
  'no-data': [step(0, 'on-duty'), step(30, 'everybody')],
  'falling-fast': [step(0, 'on-duty')],
  'urgent-high': [step(0, 'on-duty'), step(60, 'everybody', { isOptional: true })],
  high: [step(0, 'on-duty'), step(60, 'everybody', { isOptional: true })],
  'rising-fast': [step(0, 'on-duty')],
};
