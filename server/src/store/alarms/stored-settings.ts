import { AlarmSettings } from '@tealight/contract';
import { initialAlarmRules } from '@tealight/glucose';
import * as z from 'zod/mini';

/** The alarm settings before anybody has changed them. */
export const initialAlarmSettings: AlarmSettings = { day: initialAlarmRules, night: initialAlarmRules };

/**
 * Stored alarm settings. Never throws: settings that this version does not accept, which only another version can have
 * written, count as the initial ones, so that nobody is without alarms.
 */
export function parseAlarmSettings(stored: string | null): AlarmSettings {
  if (stored === null) return initialAlarmSettings;
  const read = z.safeParse(AlarmSettings, parsed(stored));
  return read.success ? read.data : initialAlarmSettings;
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}
