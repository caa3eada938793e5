import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn, settingsWith } from '../../test/alarms.ts';
import { MINUTE } from '../../test/readings.ts';
import { FRESH_MS } from './alarm-readings.ts';
import { evaluateAlarms } from './evaluate.ts';
import { type AlarmKind, alarmDefinitions, alarmKinds } from './kinds.ts';
import { snoozeOf } from './snoozes.ts';

const allOn = settingsWith({
  'falling-fast': { isOn: true },
  'rising-fast': { isOn: true },
  'urgent-high': { isOn: true, mgdl: 300, afterMinutes: 0 },
  high: { afterMinutes: 15 },
});

/** A walk with gaps: the minutes since the reading before, and the change of glucose in them. */
const anySteps = fc.array(
  fc.record({
    minutes: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(1, 5) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }) },
    ),
    change: fc.integer({ min: -25, max: 25 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const anyReadings = fc.tuple(fc.integer({ min: 39, max: 401 }), anySteps).map(([start, steps]) => {
  let [minute, mgdl] = [0, start];
  return steps.map(({ minutes, change }) => {
    minute += minutes;
    mgdl = Math.min(401, Math.max(39, mgdl + change));
    return { takenAt: at(minute), mgdl };
  });
});
type Readings = { takenAt: number; mgdl: number }[];

const replayOf = (readings: Readings, input: ConstructorParameters<typeof AlarmReplay>[0] = {}) => {
  const replay = new AlarmReplay({ settings: allOn, ...input });
  for (const reading of readings) replay.read(reading);
  return replay.waitUntil((readings.at(-1)?.takenAt ?? 0) + 180 * MINUTE);
};
const isLow = ({ kind }: { kind: AlarmKind }) => ['urgent-low', 'urgent-low-soon', 'low'].includes(kind);

test('[ALM-8] no reading older than 10 minutes begins an alarm about glucose', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(anyReadings, delays, (readings, minutes) => {
      const replay = new AlarmReplay({ settings: allOn });
      let now = 0;
      for (const [index, reading] of readings.entries()) {
        now = Math.max(now, reading.takenAt + (minutes[index] ?? 0) * MINUTE);
        replay.input = { ...replay.input, readings: readings.slice(0, index + 1) };
        replay.evaluate(now);
      }
      const begun = replay.sent.filter(({ reason, kind }) => reason === 'began' && kind !== 'no-data');
      for (const { sentAt, takenAt } of begun) expect(sentAt - takenAt).toBeLessThanOrEqual(FRESH_MS);
    }),
  );
});

test('[ALM-8] [ALM-10] shuffled and repeated readings give the same episodes', () => {
  fc.assert(
    fc.property(anyReadings, fc.infiniteStream(fc.nat()), (readings, stream) => {
      const plain = replayOf(readings);
      const mixed = new AlarmReplay({ settings: allOn });
      for (const [index, reading] of readings.entries()) {
        mixed.waitUntil(reading.takenAt - 1);
        const known = readings.slice(0, index + 1);
        const keys = known.map((one) => ({ one, key: stream.next().value ?? 0 }));
        const shuffled = keys.sort((a, b) => a.key - b.key).map(({ one }) => one);
        mixed.input = { ...mixed.input, readings: [...shuffled, ...shuffled.slice(0, 3)] };
        mixed.evaluate(reading.takenAt);
      }
      mixed.waitUntil((readings.at(-1)?.takenAt ?? 0) + 180 * MINUTE);
      expect(mixed.sent).toEqual(plain.sent);
    }),
  );
});

test('[ALM-8] readings that are filled in behind the newest begin, end and change no alarm: they only count for the trend that holds back a repeat', () => {
  fc.assert(
    fc.property(anyReadings, anyReadings, (readings, others) => {
      const replay = new AlarmReplay({ settings: allOn });
      for (const reading of readings) replay.read(reading);
      const newest = readings.at(-1)?.takenAt ?? 0;
      const filled = [...replay.input.readings, ...others.filter(({ takenAt }) => takenAt < newest)];
      const now = newest + 1000;
      const before = replay.input.state.episodes;
      const { state, notifications } = evaluateAlarms({ ...replay.input, readings: filled }, now);
      const begun = (episodes: typeof before) =>
        Object.entries(episodes).map(([family, { active, beganAt }]) => ({ family, active, beganAt }));
      expect(begun(state.episodes)).toEqual(begun(before));
      for (const { reason, family, kind } of notifications) {
        const { repeatMinutes } = alarmDefinitions[kind];
        const dueAt = (before[family]?.rangAt[kind] ?? now) + (repeatMinutes ?? 0) * MINUTE;
        expect({ reason, wasDue: dueAt <= now }).toEqual({ reason: 'repeated', wasDue: true });
      }
    }),
  );
});

test('[ALM-10] evaluating everything twice rings once', () => {
  fc.assert(
    fc.property(anyReadings, (readings) => {
      const replay = new AlarmReplay({ settings: allOn });
      for (const reading of readings) {
        replay.read(reading);
        expect(replay.evaluate(reading.takenAt).notifications).toEqual([]);
      }
    }),
  );
});

test('[ALM-15] nothing snoozes on its own: an urgent low that lasts rings at least every five minutes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 39, max: 55 }), { minLength: 4, maxLength: 40 }), (values) => {
      const replay = new AlarmReplay({ settings: allOn }).readAll(values);
      const rings = replay.sent.filter(({ ring, kind }) => ring && kind === 'urgent-low');
      expect(rings).toHaveLength(values.length);
    }),
  );
});

test('[ALM-20] snoozes of highs and of fast changes never change what lows and missing data do', () => {
  const others = fc.subarray(['high', 'urgent-high', 'rising-fast', 'falling-fast'] as const);
  fc.assert(
    fc.property(anyReadings, others, fc.integer({ min: 0, max: 200 }), (readings, kinds, minute) => {
      const snoozes = kinds.map((kind) => snoozeOf(kind, 60, at(minute)));
      const isOther = ({ kind }: { kind: AlarmKind }) => isLow({ kind }) || kind === 'no-data';
      const [plain, snoozed] = [replayOf(readings), replayOf(readings, { snoozes })];
      expect(snoozed.sent.filter(isOther)).toEqual(plain.sent.filter(isOther));
    }),
  );
});

test('[ALM-20] an urgent low is held back by nothing but its own snooze', () => {
  const others = alarmKinds.filter((kind) => kind !== 'urgent-low');
  const settings = onlyOn({ 'urgent-low': {}, low: {}, 'urgent-low-soon': {} });
  fc.assert(
    fc.property(anyReadings, (readings) => {
      const snoozes = others.map((kind) => ({ kind, setAt: at(0), until: at(100_000) }));
      const urgent = (replay: AlarmReplay) =>
        replay.sent.filter(({ ring, kind }) => ring && kind === 'urgent-low').map(({ sentAt }) => sentAt);
      expect(urgent(replayOf(readings, { settings, snoozes }))).toEqual(
        urgent(replayOf(readings, { settings })),
      );
      for (const { takenAt, mgdl } of readings.filter(
        (one, index) => one.mgdl <= 55 && (readings[index - 1]?.mgdl ?? 99) >= 60,
      )) {
        const isRung = urgent(replayOf(readings, { settings, snoozes })).some(
          (sentAt) => Math.abs(sentAt - takenAt) < 5 * MINUTE,
        );
        expect(isRung, String(mgdl)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('[ALM-17] every episode begins once and ends at most once, and the next evaluation is always later', () => {
  fc.assert(
    fc.property(anyReadings, (readings) => {
      const { sent, input } = replayOf(readings);
      const began = sent.filter(({ reason }) => reason === 'began').map(({ episode }) => episode);
      const ended = sent.filter(({ reason }) => reason === 'ended').map(({ episode }) => episode);
      expect(new Set(began).size).toBe(began.length);
      expect(new Set(ended).size).toBe(ended.length);
      expect(began.filter((episode) => !ended.includes(episode))).toHaveLength(
        Object.keys(input.state.episodes).length,
      );
      expect(input.state.nextAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(input.state.evaluatedAt);
    }),
  );
});

test('a clock that jumps for one evaluation rings nothing, and changes no ring after it by more than five minutes', () => {
  fc.assert(
    fc.property(anyReadings, fc.integer({ min: -600, max: 600 }), fc.nat(), (readings, jump, where) => {
      const replay = new AlarmReplay({ settings: allOn });
      for (const [index, reading] of readings.entries()) {
        replay.read(reading);
        if (index !== where % readings.length || Math.abs(jump) <= 30) continue;
        const { notifications } = replay.evaluate(reading.takenAt + jump * MINUTE);
        expect(notifications.filter(({ ring }) => ring)).toEqual([]);
        replay.evaluate(reading.takenAt + 1);
      }
    }),
  );
});
