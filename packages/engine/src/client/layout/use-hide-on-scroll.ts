import { useEffect, useState } from 'react';

const NAVBAR = '.navbar';

/**
 * Whether the navbar is out of the way: gone once the reader has scrolled down by more than its height, back with the
 * first movement up. Always false when not enabled.
 */
export function useHideOnScroll(enabled: boolean): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    if (!enabled) return undefined;
    let last = window.scrollY;
    const follow = () => {
      const now = Math.max(0, window.scrollY);
      const height = document.querySelector<HTMLElement>(NAVBAR)?.offsetHeight ?? 0;
      setHidden(now > height && now > last);
      last = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [enabled]);
  return hidden;
}
