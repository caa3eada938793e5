import type { Alarm } from '@tealight/contract';
import { expect, test } from 'vitest';
import { alarmText, alarmTitle } from './alarm-text.ts';

const NOW = Date.parse('2026-11-28T03:00:00Z');
const alarm = { kind: 'urgent-low', value: 39, takenAt: '2026-11-28T02:58:00Z' } as Alarm;

test('[ALM-3] [ALM-30] an alarm about a value that the sensor could not measure names the end of its range', () => {
  const named = { name: 'Ada', unit: 'mg/dL', alarm } as const;
  expect(alarmText(named, NOW)).toBe('Ada: Urgent low below 40 mg/dL, 2 min ago');
  expect(alarmTitle(named)).toBe('⚠ Ada: Urgent low below 40');
});
