import { priorityOf } from '@tealight/glucose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAlarmSound } from './alarm-sound.ts';
import { loudnessAt, patterns, pitchOf } from './patterns.ts';

/** Web Audio that remembers what was played: time and frequency of each tone, and its loudness. */
function fakeAudio() {
  const played: { hertz: number; loudness: number }[] = [];
  const listeners: (() => void)[] = [];
  let state: AudioContextState = 'suspended';
  const change = (next: AudioContextState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const audio = {
    get state() {
      return state;
    },
    currentTime: 0,
    destination: {},
    createGain: () => ({
      gain: {
        setValueAtTime(value: number) {
          if (value > 0) played.push({ hertz: 0, loudness: value });
        },
        linearRampToValueAtTime() {},
      },
      connect() {},
    }),
    createOscillator: () => {
      const frequency = {
        set value(hertz: number) {
          const last = played.at(-1);
          if (last) last.hertz = hertz;
        },
      };
      return { frequency, connect() {}, start() {}, stop() {} };
    },
    resume: async () => change('running'),
    suspend: async () => change('suspended'),
    addEventListener: (_type: string, listener: () => void) => void listeners.push(listener),
  };
  return { played, change, open: () => audio as unknown as AudioContext };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('[ALM-33] the sound of a page', () => {
  test('is off until it is switched on, and then plays a test tone', async () => {
    const { played, open } = fakeAudio();
    const sound = openAlarmSound(open, () => 0.5);
    sound.sound({ rank: 1, since: Date.now() });
    vi.advanceTimersByTime(60_000);
    expect([sound.isOn(), played.length]).toEqual([false, 0]);
    sound.sound(null);
    await sound.switchOn();
    expect([sound.isOn(), played.length]).toEqual([true, patterns.important.tones.length]);
  });

  test('repeats its pattern until it is silent, and starts again with a worse alarm', async () => {
    const { played, open } = fakeAudio();
    const sound = openAlarmSound(open, () => 0.5);
    await sound.switchOn();
    played.length = 0;
    sound.sound({ rank: 3, since: Date.now() });
    vi.advanceTimersByTime(17_000);
    expect(played).toHaveLength(3 * patterns.important.tones.length);
    sound.sound({ rank: 3, since: 1_000_000 });
    expect(played).toHaveLength(3 * patterns.important.tones.length);
    sound.sound({ rank: 1, since: Date.now() });
    expect(played).toHaveLength(3 * patterns.important.tones.length + patterns.urgent.tones.length);
    sound.sound(null);
    const heard = played.length;
    vi.advanceTimersByTime(60_000);
    expect(played).toHaveLength(heard);
  });

  test('says so when the browser stops it', async () => {
    const { change, open } = fakeAudio();
    const sound = openAlarmSound(open, () => 0.5);
    const states: boolean[] = [];
    sound.onChange(() => void states.push(sound.isOn()));
    await sound.switchOn();
    change('suspended');
    expect(states.at(-1)).toBe(false);
  });

  test('rises in four steps of a minute from 30 to 100 percent, with a varied pitch', () => {
    const steps = [0, 59_999, 60_000, 120_000, 180_000, 600_000].map((elapsed) =>
      loudnessAt(elapsed).toFixed(2),
    );
    expect(steps).toEqual(['0.30', '0.30', '0.53', '0.77', '1.00', '1.00']);
    expect([pitchOf(0), pitchOf(1)]).toEqual([0.9, 1.1]);
  });

  test('[ALM-45] has a pattern for ranks 1 and 2, for 3 and 4, and for the others', () => {
    const priorities = [1, 2, 3, 4, 5, 8].map(priorityOf);
    expect(priorities).toEqual(['urgent', 'urgent', 'important', 'important', 'minor', 'minor']);
    expect(patterns.urgent.tones).toHaveLength(10);
    expect(patterns.important.tones).toHaveLength(3);
  });
});
