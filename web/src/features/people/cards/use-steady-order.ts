import { type FocusEvent, useState } from 'react';

/** What uses the list now. */
type Use = { pointer: boolean; focus: boolean };

/**
 * The order of a list that is sorted again as its values change, but never while a finger, a pointer or the focus is on
 * it: who aims at a card must not press another. What is new is added at the end until then.
 */
export function useSteadyOrder(wanted: readonly string[]) {
  const [use, setUse] = useState<Use>({ pointer: false, focus: false });
  const [held, setHeld] = useState<readonly string[]>([]);
  const isUsed = use.pointer || use.focus;
  const order = isUsed ? merged(held, wanted) : wanted;
  const change = (part: Partial<Use>) => {
    const next = { ...use, ...part };
    if (!isUsed && (next.pointer || next.focus)) setHeld(wanted);
    setUse(next);
  };
  return {
    order,
    /** Shows another order at once, because the reader asks for it. */
    reorder: setHeld,
    /** Props of the list. */
    handlers: {
      onPointerEnter: () => change({ pointer: true }),
      onPointerLeave: () => change({ pointer: false }),
      onPointerCancel: () => change({ pointer: false }),
      onFocus: () => change({ focus: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        change({ focus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget) }),
    },
  };
}

const merged = (held: readonly string[], wanted: readonly string[]): string[] => [
  ...held.filter((id) => wanted.includes(id)),
  ...wanted.filter((id) => !held.includes(id)),
];
