import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being laid out for paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    // The browser takes its picture as soon as it has told: what is drawn must stand by then.
    const heard = ({ matches }: { matches: boolean }) => flushSync(() => setPrinting(matches));
    paper.addEventListener('change', heard);
    return () => paper.removeEventListener('change', heard);
  }, []);
  return printing;
}
