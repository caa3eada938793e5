import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { afterPress } from '../../data/page/after-press.ts';
import { pageIdle } from '../../data/page/page-idle.ts';

/** The margin below the viewport; own choice, so that scrolling seldom shows a placeholder. */
const NEAR = '300px';

/** The page has loaded what is in view when it has loaded nothing for this long; own choice. */
const QUIET_MS = 6000;

/** What somebody does who does not scroll: keys and menus can lead anywhere on the page, and so can printing. */
const actions = ['keydown', 'pointerdown', 'beforeprint'] as const;

/**
 * Whether the code and data of an element are needed: true once it has been within `margin` (a CSS length) of the
 * viewport, the page has been used in another way than by scrolling, or everything in view has been loaded for a while.
 */
export function useNearView<Container extends HTMLElement = HTMLDivElement>(
  margin = NEAR,
): { container: RefObject<Container | null>; near: boolean } {
  const container = useRef<Container>(null);
  const [near, setNear] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (near || container.current === null) return;
    const show = () => afterPress(() => startTransition(() => setNear(true)));
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: margin },
    );
    observer.observe(container.current);
    for (const action of actions) addEventListener(action, show, { once: true });
    let isOver = false;
    void pageIdle(QUIET_MS).then(() => !isOver && show());
    return () => {
      isOver = true;
      observer.disconnect();
      for (const action of actions) removeEventListener(action, show);
    };
  }, [near, margin]);
  return { container, near };
}
