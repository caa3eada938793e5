import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rulesWith } from '../../test/alarms.ts';
import { anySetpoints } from '../../test/arbitraries.ts';
import { toMmol } from '../units.ts';
import { alarmDefinitions, alarmKinds, alarmNumbers, kindsOfFamily, rankOf } from './kinds.ts';
import { type AlarmRules, initialAlarmRules, numberOf, proposedAlarmRules, thresholdOf } from './settings.ts';
import { alarmSettingsErrors } from './settings-errors.ts';

const errorsOf = (rules: AlarmRules) => alarmSettingsErrors({ day: rules, night: rules }).map(shown);
const shown = ({ kind, time, number, code }: ReturnType<typeof alarmSettingsErrors>[number]) =>
  `${time} ${kind} ${number}: ${code}`;
const both = (error: string) => [`day ${error}`, `night ${error}`];

describe('the kinds of alarms', () => {
  test('[ALM-1] are ordered by rank, and a family lists its kinds from the worst on', () => {
    expect(alarmKinds.map((kind) => `${rankOf(kind)} ${kind}`)).toEqual([
      '1 urgent-low',
      '2 urgent-low-soon',
      '3 low',
      '4 no-data',
      '5 falling-fast',
      '6 urgent-high',
      '7 high',
      '8 rising-fast',
    ]);
    expect(kindsOfFamily.low).toEqual(['urgent-low', 'urgent-low-soon', 'low']);
    expect(kindsOfFamily.high).toEqual(['urgent-high', 'high']);
  });

  test.each([
    ['urgent-low', true, { mgdl: 55 }, 5],
    ['urgent-low-soon', true, {}, 10],
    ['low', true, { mgdl: 70, afterMinutes: 0 }, 15],
    ['no-data', true, { minutes: 20 }, 30],
    ['falling-fast', false, { mgdlPerMinute: 3, limitMgdl: 150 }, null],
    ['urgent-high', false, { mgdl: 350, afterMinutes: 15 }, 60],
    ['high', true, { mgdl: 250, afterMinutes: 30 }, 120],
    ['rising-fast', false, { mgdlPerMinute: 3, limitMgdl: 160 }, null],
  ] as const)('[ALM-1] %s is on: %s, with %j, and repeats after %s min', (kind, isOn, numbers, repeats) => {
    expect(initialAlarmRules[kind]).toEqual({ isOn, ...numbers });
    expect(alarmDefinitions[kind].repeatMinutes).toBe(repeats);
  });

  test('[ALM-1] initial rules are valid', () => {
    expect(errorsOf(initialAlarmRules)).toEqual([]);
  });

  test.each(
    alarmKinds.flatMap((kind) =>
      alarmNumbers.flatMap((name) => {
        const limits = alarmDefinitions[kind].numbers[name];
        return limits === undefined ? [] : [[kind, name, limits] as const];
      }),
    ),
  )('[ALM-1] %s: %s may be each of its limits and nothing beyond them', (kind, name, { min, max }) => {
    const codes = (number: number) => errorsOf(rulesWith({ [kind]: { isOn: false, [name]: number } }));
    const off = kind === 'urgent-low' ? [] : errorsOf(rulesWith({ [kind]: { isOn: false } }));
    expect(off).toEqual([]);
    expect([codes(min), codes(max)]).toEqual([[], []]);
    expect(codes(min - 1)).toEqual(both(`${kind} ${name}: too-low`));
    expect(codes(max + 1)).toEqual(both(`${kind} ${name}: too-high`));
    expect(codes(min + 0.5)).toEqual(both(`${kind} ${name}: not-whole`));
    expect(codes(Number.NaN)).toEqual(both(`${kind} ${name}: not-whole`));
  });

  test('[ALM-1] every number typed in mmol/L from limit to limit is valid, although some limits round beyond', () => {
    for (const kind of alarmKinds) {
      for (const name of ['mgdl', 'limitMgdl'] as const) {
        const limits = alarmDefinitions[kind].numbers[name];
        if (limits === undefined) continue;
        const [first, last] = [toMmol(limits.min) * 10, toMmol(limits.max) * 10].map(Math.round);
        for (let tenths = first ?? 0; tenths <= (last ?? 0); tenths += 1) {
          const mgdl = thresholdOf(tenths / 10, 'mmol/L', limits);
          expect(mgdl >= limits.min && mgdl <= limits.max).toBe(true);
          expect(toMmol(mgdl)).toBe(tenths / 10);
        }
      }
    }
    expect(thresholdOf(61, 'mg/dL', { min: 60, max: 150, initial: 70 })).toBe(61);
  });
});

describe('errors of alarm settings', () => {
  test.each([
    [
      'a low at 59 and an urgent low at 55',
      { low: { mgdl: 59 + 1 }, 'urgent-low': { mgdl: 56 } },
      'low mgdl: too-near-urgent-low',
    ],
    [
      'an urgent high 9 above the high',
      { 'urgent-high': { isOn: true, mgdl: 259 } },
      'urgent-high mgdl: too-near-high',
    ],
    ['a high at the low', { high: { mgdl: 120 }, low: { mgdl: 120 } }, 'high mgdl: not-above-low'],
  ])('[ALM-1] %s is too near', (_, changes, error) => {
    expect(errorsOf(rulesWith(changes))).toEqual(both(error));
  });

  test('[ALM-1] a low 5 above the urgent low and an urgent high 10 above the high are valid', () => {
    const near = { low: { mgdl: 60 }, 'urgent-low': { mgdl: 55 }, 'urgent-high': { isOn: true, mgdl: 260 } };
    expect(errorsOf(rulesWith(near))).toEqual([]);
  });

  test('[ALM-1] thresholds of a kind that is off are compared with nothing', () => {
    expect(errorsOf(rulesWith({ 'urgent-high': { isOn: false, mgdl: 200 } }))).toEqual([]);
  });

  test('[ALM-1] a number that is missing or that the kind does not have is an error', () => {
    const { mgdl: _, ...incomplete } = initialAlarmRules.low;
    expect(errorsOf({ ...initialAlarmRules, low: incomplete })).toEqual(both('low mgdl: missing'));
    expect(errorsOf(rulesWith({ 'no-data': { mgdl: 70 } }))).toEqual(both('no-data mgdl: unknown'));
  });

  test.each(['day', 'night'] as const)('[ALM-23] an urgent low cannot be off only by %s', (time) => {
    const off = rulesWith({ 'urgent-low': { isOn: false } });
    const settings = { day: initialAlarmRules, night: initialAlarmRules, [time]: off };
    expect(alarmSettingsErrors(settings).map(shown)).toEqual([`${time} urgent-low null: off-at-one-time`]);
    expect(errorsOf(off)).toEqual([]);
  });

  test('[ALM-23] day and night are checked apart', () => {
    const night = rulesWith({ low: { mgdl: 10 } });
    expect(alarmSettingsErrors({ day: initialAlarmRules, night }).map(shown)).toEqual([
      'night low mgdl: too-low',
    ]);
  });
});

test('[ALM-4] the first proposal is the setpoints, as near as the limits allow', () => {
  expect(proposedAlarmRules({ lowMgdl: 80, highMgdl: 180 })).toEqual(
    rulesWith({ low: { mgdl: 80 }, high: { mgdl: 180 } }),
  );
  expect(proposedAlarmRules({ lowMgdl: 50, highMgdl: 110 })).toEqual(
    rulesWith({ low: { mgdl: 60 }, high: { mgdl: 120 } }),
  );
});

test('[ALM-4] a proposal has no number out of its limits, whatever the setpoints are', () => {
  fc.assert(
    fc.property(anySetpoints, (setpoints) => {
      const errors = errorsOf(proposedAlarmRules(setpoints));
      expect(errors.filter((error) => !error.endsWith('not-above-low'))).toEqual([]);
    }),
  );
});

test('a stored rule without a number counts with the initial one', () => {
  expect(numberOf({ ...initialAlarmRules, low: { isOn: true } }, 'low', 'mgdl')).toBe(70);
  expect(() => numberOf(initialAlarmRules, 'no-data', 'mgdl')).toThrow(RangeError);
});
