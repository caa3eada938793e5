import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, recipient } from '../../../test/alarms.ts';
import { MINUTE } from '../../../test/readings.ts';
import { type AlarmKind, alarmKinds } from '../kinds.ts';
import { deliveriesBetweenSteps, escalate, type UnseenAlarm } from './escalation.ts';

const family = [recipient('mum'), recipient('dad', { onDuty: false }), recipient('ada')];

const alarmOf = (kind: AlarmKind, changes: Partial<UnseenAlarm> = {}): UnseenAlarm => ({
  kind,
  ringingSince: at(0),
  isSeen: false,
  isEnded: false,
  steps: 0,
  ...changes,
});
const never = { escalatesHighs: false };

/** All that is sent if nobody reacts, as `minute recipients loudness`, asked at each `nextAt`. */
function timetable(kind: AlarmKind, recipients = family, settings = never): string[] {
  const lines: string[] = [];
  let alarm = alarmOf(kind);
  let now: number | null = at(0);
  while (now !== null) {
    const { due, nextAt }: ReturnType<typeof escalate> = escalate(alarm, recipients, settings, now);
    if (due !== null) {
      const who = due.deliveries.map((one) => one.recipient).join('+');
      lines.push(`${(now - at(0)) / MINUTE} ${who} ${due.deliveries[0]?.loudness}`);
      alarm = { ...alarm, steps: due.steps };
    }
    now = nextAt;
  }
  return lines;
}

describe('the steps while nobody has seen an alarm', () => {
  test('[ALM-26] [ALM-28] of an urgent low, of which the wearer is a recipient like others', () => {
    expect(timetable('urgent-low')).toEqual([
      '0 mum+ada normal',
      '5 mum+dad+ada normal',
      '10 mum+dad+ada loud',
      ...[20, 30, 40, 50, 60, 70].map((minute) => `${minute} mum+dad+ada loud`),
    ]);
  });

  test.each([
    ['urgent-low-soon', ['0 mum+ada normal', '10 mum+dad+ada normal']],
    ['low', ['0 mum+ada normal', '15 mum+dad+ada normal']],
    ['no-data', ['0 mum+ada normal', '30 mum+dad+ada normal']],
    ['high', ['0 mum+ada normal']],
    ['urgent-high', ['0 mum+ada normal']],
    ['falling-fast', ['0 mum+ada normal']],
    ['rising-fast', ['0 mum+ada normal']],
  ] as const)('[ALM-26] of %s', (kind, lines) => {
    expect(timetable(kind)).toEqual(lines);
  });

  test('[ALM-26] of highs go to everybody after 60 minutes where that is switched on', () => {
    const settings = { escalatesHighs: true };
    expect(timetable('high', family, settings)).toEqual(['0 mum+ada normal', '60 mum+dad+ada normal']);
    expect(timetable('urgent-high', family, settings)).toHaveLength(2);
    expect(timetable('rising-fast', family, settings)).toHaveLength(1);
  });

  test('[ALM-26] name who did not see it, and for how long', () => {
    const { due } = escalate(alarmOf('urgent-low', { steps: 1 }), family, never, at(5));
    expect(due?.notSeen).toEqual({ minutes: 5, recipients: ['mum', 'ada'] });
    expect(escalate(alarmOf('urgent-low'), family, never, at(0)).due?.notSeen).toBeNull();
  });

  test('[ALM-26] only the last one is delivered when several are due after a pause', () => {
    const { due, nextAt } = escalate(alarmOf('urgent-low', { steps: 1 }), family, never, at(12));
    expect(due?.steps).toBe(3);
    expect(due?.deliveries).toHaveLength(3);
    expect(due?.deliveries[0]?.loudness).toBe('loud');
    expect(nextAt).toBe(at(20));
  });

  test('[ALM-26] a step is due once', () => {
    expect(escalate(alarmOf('low', { steps: 1 }), family, never, at(1))).toEqual({
      due: null,
      nextAt: at(15),
    });
  });

  test.each([
    ['[ALM-27] one that has ended', { isEnded: true }],
    ['[ALM-19] one that was seen', { isSeen: true }],
    ['[ALM-18] one that is muted', { ringingSince: null }],
  ])('%s escalates no further', (_, changes) => {
    for (const minutes of [0, 5, 10, 20])
      expect(escalate(alarmOf('urgent-low', changes), family, never, at(minutes))).toEqual({
        due: null,
        nextAt: null,
      });
  });

  test('a clock that is set back delivers nothing twice', () => {
    expect(escalate(alarmOf('urgent-low', { steps: 3 }), family, never, at(-30))).toEqual({
      due: null,
      nextAt: at(20),
    });
  });

  test('[ALM-26] come to an end and reach nobody before their time, however they are asked for', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom(...alarmKinds), minutes, (kind, asked) => {
        let alarm = alarmOf(kind);
        for (const minute of [...asked].sort((one, other) => one - other)) {
          const { due } = escalate(alarm, family, never, at(minute));
          if (due?.deliveries.some((one) => one.recipient === 'dad'))
            expect(minute).toBeGreaterThanOrEqual(5);
          if (due?.deliveries.some((one) => one.loudness === 'loud'))
            expect(minute).toBeGreaterThanOrEqual(10);
          if (due !== null) expect(due.steps).toBeGreaterThan(alarm.steps);
          alarm = { ...alarm, steps: due?.steps ?? alarm.steps };
        }
        expect(escalate(alarm, family, never, at(1000)).nextAt).toBeNull();
      }),
    );
  });
});

test('[ALM-15] a repeat goes to those whom the last step reached, a text to the same without a sound', () => {
  const between = (steps: number, ring: boolean) =>
    deliveriesBetweenSteps({ kind: 'low', steps }, family, { ring, now: at(20) }).map(
      ({ recipient: id, loudness }) => `${id} ${loudness}`,
    );
  expect(between(1, true)).toEqual(['mum normal', 'ada normal']);
  expect(between(2, true)).toEqual(['mum normal', 'dad normal', 'ada normal']);
  expect(between(1, false)).toEqual(['mum silent', 'ada silent']);
  // It was an urgent low, which has more steps, until a moment ago.
  expect(between(9, true)).toEqual(['mum normal', 'dad normal', 'ada normal']);
});
