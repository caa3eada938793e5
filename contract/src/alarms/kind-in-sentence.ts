import type { AlarmKind } from '@tealight/glucose';

/** The names of the kinds of alarms inside a sentence, on screens and in messages. */
export const alarmKindInSentence = {
  'urgent-low': 'urgent low',
  'urgent-low-soon': 'urgent low soon',
  low: 'low',
  'no-data': 'no data',
  'falling-fast': 'falling fast',
  'urgent-high': 'urgent high',
  high: 'high',
  'rising-fast': 'rising fast',
} as const satisfies Record<AlarmKind, string>;
