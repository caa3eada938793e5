import { useEffect, useRef } from 'react';

let isFirst = true;

/** Names the document after its page and, from the second page on, moves the reader to its start. */
export function usePage(title: string) {
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Tealight`;
    // The first page is where the browser has put the reader already.
    if (!isFirst) start.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [title]);
  return start;
}
