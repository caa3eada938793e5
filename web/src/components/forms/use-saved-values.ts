import { useEffect, useRef, useState } from 'react';
import { notifyError } from '../../data/notices.ts';
import { changedIn, isSame } from './compared-values.ts';

/** A press this soon after values were replaced was meant for those that were typed: nobody reads that faster. Own choice. */
const UNREAD_MS = 2000;

type Options = {
  /** Each field stands for itself: others are not replaced with it. By default all are, as one may depend on another. */
  byField?: boolean;
};

/**
 * What a form holds that begins with what is saved. When other values are saved, by somebody else or elsewhere, they take
 * the place of what was typed: a form that still had the old ones would save them again. Where that replaces something
 * typed, `replaced` says so.
 */
export function useSavedValues<Values extends object>(
  saved: Values,
  replaced: string,
  { byField = false }: Options = {},
) {
  const [first, setFirst] = useState(saved);
  const [values, setValues] = useState(saved);
  const [own, setOwn] = useState(saved);
  const [replacements, setReplacements] = useState(0);
  const replacedAt = useRef(Number.NEGATIVE_INFINITY);
  if (!isSame(saved, first)) {
    const changed = changedIn(first, saved);
    setFirst(saved);
    setValues(byField ? { ...values, ...changed } : saved);
    const isTyped = (part: (of: Values) => unknown) =>
      ![first, own, saved].some((known) => isSame(part(values), part(known)));
    const isLost = byField ? namesOf(changed).some((name) => isTyped((of) => of[name])) : isTyped((of) => of);
    if (isLost) setReplacements(replacements + 1);
  }
  useEffect(() => {
    if (replacements === 0) return;
    replacedAt.current = performance.now();
    notifyError(replaced);
  }, [replacements, replaced]);
  const change = (part: Partial<Values>) => {
    replacedAt.current = Number.NEGATIVE_INFINITY;
    setValues((now) => ({ ...now, ...part }));
  };
  return {
    values,
    change,
    /** What was typed was replaced a moment ago, and nothing since: a press is not for these values, and saves nothing. */
    isJustReplaced: () => performance.now() - replacedAt.current < UNREAD_MS,
    /** This form has saved these values, which may come back in another notation. */
    noteSaved: setOwn,
  };
}

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

type Save<Stored> = {
  /** What the page knows as stored. */
  shown: Stored;
  /** Reads what is stored now; undefined when it is gone, which the page says itself. */
  read: () => Promise<Stored | undefined>;
  write: () => Promise<unknown>;
  /** Says that others have saved, and that nothing was saved here. */
  replaced: string;
};

/** Saves, unless somebody else has saved meanwhile, which this page has not heard of. Returns whether it has saved. */
export async function saveUnlessChanged<Stored extends object>(save: Save<Stored>): Promise<boolean> {
  const stored = await save.read();
  if (stored === undefined) return false;
  if (!isSame(stored, save.shown)) {
    notifyError(save.replaced);
    return false;
  }
  await save.write();
  return true;
}
