import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a field of a form that appears because the wearer has asked for it. Returns the reference of the form.
 * `fields`: selectors of the field, the best first.
 */
export function useFocusOnOpen(isWanted: boolean, ...fields: string[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (!isWanted) return;
    const field = fields.map((one) => form.current?.querySelector<HTMLElement>(one)).find(Boolean);
    field?.focus();
  }, []);
  return form;
}
