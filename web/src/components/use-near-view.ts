import { useEffect, useRef, useState } from 'react';

/** The margin below the viewport. */
const NEAR = '300px';

/** Whether an element has been scrolled near the viewport. Stays true. */
export function useNearView() {
  const container = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (near || container.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [near]);
  return { container, near };
}
