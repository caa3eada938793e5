import { useEffect, useState } from 'react';
import { notifyError } from '../../data/notices.ts';
import { isSame } from './compared-values.ts';

/**
 * What a form holds that begins with what is saved. When other values are saved, by somebody else or elsewhere, they take
 * the place of what was typed: a form that still had the old ones would save them again. Where that replaces something
 * typed, `replaced` says so.
 */
export function useSavedValues<Values extends object>(saved: Values, replaced: string) {
  const [first, setFirst] = useState(saved);
  const [values, setValues] = useState(saved);
  const [own, setOwn] = useState(saved);
  const [replacements, setReplacements] = useState(0);
  if (!isSame(saved, first)) {
    setFirst(saved);
    setValues(saved);
    if (![first, own, saved].some((known) => isSame(values, known))) setReplacements(replacements + 1);
  }
  useEffect(() => {
    if (replacements > 0) notifyError(replaced);
  }, [replacements, replaced]);
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }));
  return {
    values,
    change,
    /** This form has saved these values, which may come back in another notation. */
    noteSaved: setOwn,
  };
}
