import { alarmKindInSentence } from '@tealight/contract';
import type { AlarmKind } from '@tealight/glucose';
import type { Catalog } from '../catalog.ts';

/** The kinds of alarms: their names, the same inside a sentence, and when each rings. */
export const alarmKindText = {
  names: {
    'urgent-low': 'Urgent low',
    'urgent-low-soon': 'Urgent low soon',
    low: 'Low',
    'no-data': 'No data',
    'falling-fast': 'Falling fast',
    'urgent-high': 'Urgent high',
    high: 'High',
    'rising-fast': 'Rising fast',
  } satisfies Record<AlarmKind, string>,
  inSentence: alarmKindInSentence,
  when: {
    'urgent-low': 'Glucose is at or below this number.',
    'urgent-low-soon': 'At the present rate, glucose will be at the urgent low within 20 minutes.',
    low: 'Glucose is at or below this number.',
    'no-data': 'No reading has come for this time.',
    'falling-fast': 'Glucose falls at least this fast, and is at or below the limit.',
    'urgent-high': 'Glucose is at or above this number.',
    high: 'Glucose is at or above this number.',
    'rising-fast': 'Glucose rises at least this fast, and is at or above the limit.',
  } satisfies Record<AlarmKind, string>,
} as const satisfies Catalog;
