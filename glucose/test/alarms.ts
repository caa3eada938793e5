import type { AlarmReading } from '../src/alarms/alarm-readings.ts';
import type { AlarmNotification } from '../src/alarms/episodes.ts';
import type { Recipient } from '../src/alarms/escalation/recipients.ts';
import { type AlarmEvaluation, type AlarmInput, evaluateAlarms } from '../src/alarms/evaluate.ts';
import { type AlarmKind, alarmKinds } from '../src/alarms/kinds.ts';
import { type AlarmRule, type AlarmRules, initialAlarmRules } from '../src/alarms/settings.ts';
import type { AlarmSnooze } from '../src/alarms/snoozes.ts';
import { emptyAlarmState } from '../src/alarms/state.ts';
import { HOUR, MINUTE, START } from './readings.ts';

/** Minutes after `START`. */
export const at = (minutes: number): number => START + minutes * MINUTE;

export const every5Minutes = { everyMs: 5 * MINUTE, visibleAfterMs: 0 };

/** The initial rules with some changed, by day and by night. */
export function settingsWith(
  changes: Partial<Record<AlarmKind, Partial<AlarmRule>>> = {},
): AlarmInput['settings'] {
  const rules = rulesWith(changes);
  return { day: rules, night: rules };
}

export function rulesWith(changes: Partial<Record<AlarmKind, Partial<AlarmRule>>>): AlarmRules {
  const rules = { ...initialAlarmRules };
  for (const kind of alarmKinds) rules[kind] = { ...rules[kind], ...changes[kind] };
  return rules;
}

/** Only these kinds are on, so that no other gets in the way. */
export function onlyOn(changes: Partial<Record<AlarmKind, Partial<AlarmRule>>>): AlarmInput['settings'] {
  const off = Object.fromEntries(alarmKinds.map((kind) => [kind, { isOn: false }]));
  const on = Object.entries(changes).map(([kind, rule]) => [kind, { isOn: true, ...rule }]);
  return settingsWith({ ...off, ...Object.fromEntries(on) });
}

/**
 * A wearer whose alarms are evaluated as the server does it: after each reading, at each `nextAt`, and when something
 * was changed.
 */
export class AlarmReplay {
  readonly sent: (AlarmNotification & { sentAt: number })[] = [];
  readonly endedSnoozes: { kind: AlarmKind; at: number }[] = [];
  input: AlarmInput;
  private nextAt: number | null = null;

  constructor(changes: Partial<AlarmInput> = {}) {
    this.input = {
      readings: [],
      settings: settingsWith(),
      night: null,
      timeZone: 'UTC',
      state: emptyAlarmState,
      snoozes: [],
      source: every5Minutes,
      ...changes,
    };
  }

  /** Evaluates now, without any reading. */
  evaluate(now: number): AlarmEvaluation {
    const result = evaluateAlarms(this.input, now);
    this.nextAt = result.nextAt;
    const snoozes = this.input.snoozes.filter(({ kind }) => !result.endedSnoozes.includes(kind));
    this.input = { ...this.input, state: result.state, snoozes };
    this.sent.push(...result.notifications.map((one) => ({ ...one, sentAt: now })));
    this.endedSnoozes.push(...result.endedSnoozes.map((kind) => ({ kind, at: now })));
    return result;
  }

  /** Lets time pass, with the evaluations that are due until then. */
  waitUntil(now: number): this {
    for (let count = 0; this.nextAt !== null && this.nextAt <= now; count += 1) {
      if (count > 10_000) throw new Error('Evaluations do not come to an end');
      this.evaluate(this.nextAt);
    }
    return this;
  }

  /** A reading that is evaluated when it is taken, with those of the last hours. */
  read(reading: AlarmReading, keepMs = 6 * HOUR): this {
    this.waitUntil(reading.takenAt - 1);
    const kept = this.input.readings.filter(({ takenAt }) => takenAt > reading.takenAt - keepMs);
    this.input = { ...this.input, readings: [...kept, reading] };
    this.evaluate(reading.takenAt);
    return this;
  }

  /** Readings every so many minutes from `START` on, or from another minute on. */
  readAll(values: readonly number[], { from = 0, every = 5 } = {}): this {
    for (const [index, mgdl] of values.entries()) this.read({ takenAt: at(from + index * every), mgdl });
    return this;
  }

  snooze(...snoozes: AlarmSnooze[]): this {
    this.input = { ...this.input, snoozes: [...this.input.snoozes, ...snoozes] };
    return this;
  }

  /** The rings as `minute kind`, so that a test reads as a timetable. */
  get rings(): string[] {
    return this.sent.filter(({ ring }) => ring).map(described);
  }
}

const described = ({ sentAt, kind }: { sentAt: number; kind: AlarmKind }): string =>
  `${Math.round((sentAt - START) / MINUTE)} ${kind}`;

/** Somebody who is on duty in UTC and gets all alarms. */
export const recipient = (id: string, changes: Partial<Recipient> = {}): Recipient => ({
  id,
  timeZone: 'UTC',
  onDuty: true,
  mildestRank: { onDuty: 8, offDuty: 8 },
  quietHours: null,
  silenced: [],
  ...changes,
});

/** All rings of values that come every five minutes. */
export const ringsOf = (values: readonly number[], changes: Partial<AlarmInput> = {}): string[] =>
  new AlarmReplay(changes).readAll(values).rings;

/** What was sent, as `minute reason kind`, a ring with an exclamation mark. */
export const sentOf = ({ sent }: AlarmReplay): string[] =>
  sent.map(
    ({ sentAt, reason, kind, ring }) => `${(sentAt - START) / MINUTE} ${reason} ${kind}${ring ? '!' : ''}`,
  );
