import { type AlarmPriority, priorityOf } from '@tealight/glucose';
import { serverNow } from '../../../data/server-clock.ts';
import { loudnessAt, patterns, pitchOf, type Tone } from './patterns.ts';

/** What is to be heard: the worst alarm that sounds. `since`: when its ring began, epoch milliseconds. */
export type Sounding = { rank: number; since: number };

/** The sound of this page. Browsers keep it off until somebody presses something on the page. */
export type AlarmSound = {
  /** Whether a ring can be heard now. */
  isOn(): boolean;
  /** Switches the sound on, in answer to a press, and plays a test tone. */
  switchOn(): Promise<void>;
  switchOff(): Promise<void>;
  /** Sounds until it is called again; null: silence. */
  sound(sounding: Sounding | null): void;
  onChange(listener: () => void): () => void;
};

/** The part of Web Audio that is used; a test brings its own. */
type Audio = Pick<
  AudioContext,
  | 'state'
  | 'currentTime'
  | 'destination'
  | 'createOscillator'
  | 'createGain'
  | 'resume'
  | 'suspend'
  | 'addEventListener'
>;

/** Tones fade in and out in so many seconds: without it they click. */
const FADE_SECONDS = 0.02;

/** Opens the sound. `openAudio` is called when it is first switched on. */
export function openAlarmSound(openAudio: () => Audio, random: () => number = Math.random): AlarmSound {
  const listeners = new Set<() => void>();
  let audio: Audio | null = null;
  let sounding: Sounding | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const isOn = () => audio?.state === 'running';

  /** Plays the pattern once, and again after its time. */
  const repeat = () => {
    clearTimeout(timer);
    if (sounding === null) return;
    const priority = priorityOf(sounding.rank);
    if (audio !== null && isOn())
      play(audio, priority, loudnessAt(serverNow() - sounding.since), pitchOf(random()));
    timer = setTimeout(repeat, patterns[priority].everySeconds * 1000);
  };
  return {
    isOn,
    async switchOn() {
      if (audio === null) {
        audio = openAudio();
        audio.addEventListener('statechange', tell);
      }
      await audio.resume();
      if (sounding === null) play(audio, 'important', loudnessAt(0), 1);
      else repeat();
      tell();
    },
    async switchOff() {
      await audio?.suspend();
      tell();
    },
    sound(next) {
      const isSame = next?.rank === sounding?.rank && next?.since === sounding?.since;
      sounding = next;
      if (!isSame) repeat();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function play(audio: Audio, priority: AlarmPriority, loudness: number, pitch: number): void {
  const start = audio.currentTime;
  for (const tone of patterns[priority].tones) playTone(audio, tone, { start, loudness, pitch });
}

function playTone(
  audio: Audio,
  { at, seconds, hertz }: Tone,
  { start, loudness, pitch }: { start: number; loudness: number; pitch: number },
): void {
  const [from, until] = [start + at, start + at + seconds];
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + FADE_SECONDS);
  gain.gain.setValueAtTime(loudness, until - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, until);
  const oscillator = audio.createOscillator();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hertz * pitch;
  oscillator.connect(gain);
  gain.connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(until);
}
