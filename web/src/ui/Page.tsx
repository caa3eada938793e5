import type { ReactNode } from 'react';
import { usePage } from './use-page.ts';

/** The part of the document that changes from page to page. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const start = usePage(title);
  return (
    <main ref={start} id="page" tabIndex={-1} aria-label={title}>
      {children}
    </main>
  );
}
