import type { AlarmSettings, ReplyOf, readAlarmSettings } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { useState } from 'react';
import { valuesOf } from './alarm-values.ts';

type Saved = ReplyOf<typeof readAlarmSettings>;

/** By which it is noticed that somebody else has saved. */
export const revisionOf = ({ isOn, escalatesHighs, settings }: Saved): string =>
  JSON.stringify([isOn, escalatesHighs, settings]);

/**
 * What the form holds. When other settings are saved, by somebody else or elsewhere, they take the place of what was
 * typed: a form that still had the old ones would save them again.
 */
export function useSettingsValues(saved: Saved, start: AlarmSettings, unit: Unit) {
  const [revision, setRevision] = useState(revisionOf(saved));
  const [isOn, setOn] = useState(saved.isOn);
  const [escalatesHighs, setEscalatesHighs] = useState(saved.escalatesHighs);
  const [values, setValues] = useState(() => valuesOf(start, unit));
  if (revisionOf(saved) !== revision) {
    setRevision(revisionOf(saved));
    setOn(saved.isOn);
    setEscalatesHighs(saved.escalatesHighs);
    setValues(valuesOf(start, unit));
  }
  return { isOn, setOn, escalatesHighs, setEscalatesHighs, values, setValues };
}
