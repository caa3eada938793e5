import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AlarmReplay, at, onlyOn } from '../../test/alarms.ts';
import { seenSnooze } from './snoozes.ts';
import { emptyAlarmState, parseAlarmState, serializeAlarmState } from './state.ts';

describe('the stored state', () => {
  test('is the same after it was stored', () => {
    const settings = onlyOn({ low: {}, 'urgent-low': {}, high: { afterMinutes: 60 }, 'no-data': {} });
    const replay = new AlarmReplay({ settings });
    for (const mgdl of [110, 260, 65, 50]) {
      replay.snooze(seenSnooze('high', replay.input.state.evaluatedAt || at(0)));
      replay.read({ takenAt: (replay.input.state.judgedAt || at(-5)) + 300_000, mgdl });
      expect(parseAlarmState(serializeAlarmState(replay.input.state))).toEqual(replay.input.state);
    }
    expect(Object.keys(replay.input.state.episodes)).toEqual(['low']);
  });

  test('of a wearer without an alarm has fewer than 300 bytes', () => {
    const replay = new AlarmReplay().readAll([110, 112, 115]);
    expect(serializeAlarmState(replay.input.state).length).toBeLessThan(300);
  });

  test('that is no state is an empty one', () => {
    const valid = new AlarmReplay().readAll([110, 54]).input.state;
    const unknown = [
      null,
      '',
      '{',
      'null',
      '[]',
      '1',
      '{}',
      JSON.stringify({ ...valid, version: 2 }),
      JSON.stringify({ ...valid, judgedAt: 'yesterday' }),
      JSON.stringify({ ...valid, nextAt: -1 }),
      JSON.stringify({ ...valid, waiting: { hunger: 1 } }),
      JSON.stringify({ ...valid, overSince: [] }),
      JSON.stringify({ ...valid, episodes: { hunger: valid.episodes.low } }),
      JSON.stringify({ ...valid, episodes: { high: valid.episodes.low } }),
      JSON.stringify({ ...valid, episodes: { low: { ...valid.episodes.low, active: [] } } }),
      JSON.stringify({ ...valid, episodes: { low: { ...valid.episodes.low, rangAt: null } } }),
      JSON.stringify({ ...valid, episodes: { low: 1 } }),
    ];
    for (const text of unknown) expect(parseAlarmState(text)).toEqual(emptyAlarmState);
    expect(parseAlarmState(JSON.stringify(valid))).toEqual(valid);
  });

  test('of an older version, without the time since when there is no slope, keeps its alarms', () => {
    const { state } = new AlarmReplay().readAll([110, 54]).input;
    const { noSlopeSince: _, ...low } = state.episodes.low ?? { noSlopeSince: null };
    const stored = JSON.stringify({ ...state, episodes: { low } });
    expect(parseAlarmState(stored)).toEqual(state);
    const broken = JSON.stringify({ ...state, episodes: { low: { ...low, noSlopeSince: 'today' } } });
    expect(parseAlarmState(broken)).toEqual(emptyAlarmState);
  });

  test('never throws, whatever was stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((value) => JSON.stringify(value) ?? ''),
        ),
        (text) => {
          expect(parseAlarmState(text).version).toBe(1);
        },
      ),
    );
  });
});
