import { MINUTE_MS } from '../../series/period.ts';
import type { AlarmKind } from '../kinds.ts';
import { type Delivery, deliveriesOf, type Recipient } from './recipients.ts';
import { type EscalationStep, escalationSteps } from './steps.ts';

/**
 * An alarm that somebody must see.
 *
 * `ringingSince` of its newest notification: starts again with a worse kind that had not rung and after a snooze; null while muted
 * `isSeen`       somebody reacted since then
 * `steps`        how many steps were delivered since then
 */
export type UnseenAlarm = {
  kind: AlarmKind;
  ringingSince: number | null;
  isSeen: boolean;
  isEnded: boolean;
  steps: number;
};

/**
 * What is due now.
 *
 * `steps`   how many are done with this one
 * `notSeen` who was notified before and how many minutes ago the alarm began; null for the first step
 */
export type DueStep = {
  steps: number;
  deliveries: readonly Delivery[];
  notSeen: { minutes: number; recipients: readonly string[] } | null;
};

/** `nextAt`: epoch milliseconds; null when nothing more is to come. */
export type Escalation = { due: DueStep | null; nextAt: number | null };

/**
 * Whom to notify now of an alarm that nobody has seen, and when to ask again.
 *
 * Edges   what was seen, is muted or has ended notifies nobody at once. When several steps are due, because the server
 *         was down, only the last of them is delivered: it reaches all that the others would have.
 */
export function escalate(
  alarm: UnseenAlarm,
  recipients: readonly Recipient[],
  { escalatesHighs }: { escalatesHighs: boolean },
  now: number,
): Escalation {
  const { kind, ringingSince } = alarm;
  if (ringingSince === null || alarm.isSeen || alarm.isEnded) return { due: null, nextAt: null };
  const steps = escalationSteps[kind].filter(({ isOptional }) => escalatesHighs || !isOptional);
  const timeOf = ({ afterMinutes }: EscalationStep) => ringingSince + afterMinutes * MINUTE_MS;
  const past = steps.filter((step) => timeOf(step) <= now);
  const next = steps[Math.max(past.length, alarm.steps)];
  const nextAt = next === undefined ? null : timeOf(next);
  const step = past.at(-1);
  if (step === undefined || past.length <= alarm.steps) return { due: null, nextAt };
  const before = past.at(-2);
  const notSeen =
    before === undefined
      ? null
      : {
          minutes: step.afterMinutes,
          recipients: deliveriesOf(kind, recipients, { ...before, now: timeOf(before) }).map(
            ({ recipient }) => recipient,
          ),
        };
  return {
    due: { steps: past.length, deliveries: deliveriesOf(kind, recipients, { ...step, now }), notSeen },
    nextAt,
  };
}

/**
 * Who gets a repeat or a changed text between two steps: those whom the last step reached, as they are on duty and want
 * it now. A text is silent for all of them.
 *
 * Edges   an alarm that has become milder may have had more steps than its kind has now: the last one counts.
 */
export function deliveriesBetweenSteps(
  { kind, steps }: Pick<UnseenAlarm, 'kind' | 'steps'>,
  recipients: readonly Recipient[],
  { ring, now }: { ring: boolean; now: number },
): Delivery[] {
  const list = escalationSteps[kind];
  const { to } = list[Math.min(Math.max(steps, 1), list.length) - 1] ?? list[0];
  return deliveriesOf(kind, recipients, { to, loudness: ring ? 'normal' : 'silent', now });
}
