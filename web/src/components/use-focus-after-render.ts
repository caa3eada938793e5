import { type RefObject, useEffect, useRef, useState } from 'react';

export type FocusAfterRender<E extends HTMLElement> = {
  /** Of the element that gets the focus. */
  target: RefObject<E | null>;
  /** Moves the focus there once the current change is rendered. */
  focus: () => void;
};

/** Moves the focus to an element that may appear only now, when the one that had the focus disappears. */
export function useFocusAfterRender<E extends HTMLElement>(): FocusAfterRender<E> {
  const target = useRef<E>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) target.current?.focus();
  }, [requests]);
  return { target, focus: () => setRequests((count) => count + 1) };
}
