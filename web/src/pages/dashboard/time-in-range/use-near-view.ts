import { useEffect, useRef, useState } from 'react';

/** How far below the screen something counts as near. */
const NEAR = '300px';

/** Whether an element has come near to what is seen of the page. Once it has, it stays so. */
export function useNearView() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (near || place.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return { place, near };
}
