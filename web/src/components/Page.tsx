import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from '../data/document-title.ts';

type PageProps = {
  title: string;
  /** What screen readers say when the page has the focus. */
  label?: string;
  children: ReactNode;
};

/** The main content of a page. */
export function Page({ title, label = title, children }: PageProps) {
  const main = useTitleAndFocus(title);
  return (
    <main ref={main} id="page" tabIndex={-1} aria-label={label}>
      {children}
    </main>
  );
}

let isFirst = true;

/** Sets the document title and, after a navigation, moves the focus to the start of the page. */
function useTitleAndFocus(title: string) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    setPageTitle(title);
    // On the first page the browser has already set the focus.
    if (!isFirst) main.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [title]);
  return main;
}
