import { expect, test, vi } from 'vitest';
import { openAlarmEvents } from './alarm-events.ts';

const ringing = (rangAt: number, rings = 1) => ({
  id: 1,
  name: 'low-1',
  kind: 'low' as const,
  mgdl: 66,
  takenAt: rangAt,
  rangAt,
  rings,
  steps: 1,
  endedAt: null,
});

/** Events about one wearer, from a store that can be made to fail. */
function withStore() {
  const state = { fails: false, episodes: [ringing(1000)] };
  const sent: string[] = [];
  const logged: object[] = [];
  const answer = async <T>(value: T): Promise<T> => {
    if (state.fails) throw new Error('no answer');
    return value;
  };
  const events = openAlarmEvents({
    store: {
      alarmEvents: {
        episodesOf: () => answer(state.episodes),
        codesOf: () => answer([{ code: 'k7m2qx4w9d', publicId: 'ada', name: 'Ada', unit: 'mg/dL' }]),
      },
    },
    send: async ({ payload }) => void sent.push(JSON.parse(payload).event_type),
    log: { debug() {}, info() {}, error() {}, warn: (line: object) => logged.push(line) } as never,
    now: Date.now,
  });
  return { state, sent, logged, events };
}

test('[ALM-39] a ring that could not be read is sent once the store answers, and once', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, sent, logged, events } = withStore();
  await vi.advanceTimersByTimeAsync(1000);
  state.fails = true;
  events.changed(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect([sent, logged.length]).toEqual([[], 1]);
  state.fails = false;
  await vi.advanceTimersByTimeAsync(6000);
  events.changed(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['low']);
  events[Symbol.dispose]();
  vi.useRealTimers();
});

test('[ALM-39] a ring that is noticed late is no event, and nothing is sent after the end', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, sent, events } = withStore();
  await vi.advanceTimersByTimeAsync(60_000);
  events.changed(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([]);
  state.episodes = [ringing(Date.now(), 2)];
  events.changed(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(['low']);
  events[Symbol.dispose]();
  state.episodes = [ringing(Date.now(), 3)];
  events.changed(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(['low']);
  vi.useRealTimers();
});
