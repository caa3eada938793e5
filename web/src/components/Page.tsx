import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { setPageTitle } from '../data/page/document-title.ts';
import { commonText } from '../text/common.ts';
import { Loading, type LoadingProps } from './LoadError.tsx';

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
/** The navigation whose page comes late. */
let lateKey: string | null = null;

/** In place of a page that comes late, because it is not known yet of whom it is. The header can be used meanwhile. */
export function LatePage(props: LoadingProps) {
  const { key } = useLocation();
  useEffect(() => {
    lateKey = key;
  }, [key]);
  return (
    <main id="page" tabIndex={-1}>
      {props.isError && (
        <Title order={1} size="h2" mb="sm">
          {commonText.pageFailed.title}
        </Title>
      )}
      <Loading {...props} />
    </main>
  );
}

/** Sets the document title and, after a navigation, moves the focus to the start of the page. */
function useTitleAndFocus(title: string) {
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query of the same page is no other page
  useEffect(() => {
    setPageTitle(title);
    // Somebody has put the focus elsewhere since the navigation, as into a menu of the header.
    const isElsewhere = key === lateKey && document.activeElement !== document.body;
    // On the first page the browser has already set the focus.
    if (!isFirst && !isElsewhere) main.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [title]);
  return main;
}
