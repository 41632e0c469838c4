import { useEffect, useState } from 'react';

import type { Heading } from '#model/page.ts';

/**
 * The id of the heading the reader is under: the last one at or above the upper part of the window. Null above the
 * first heading and wherever the browser has not said yet.
 */
export function useActiveHeading(headings: Heading[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (elements.length === 0) return undefined;
    // Everything above the reading line counts as seen, so the band reaches up without end.
    const observer = new IntersectionObserver(() => setActive(lastAbove(elements)), { rootMargin: '0px 0px -70% 0px' });
    elements.forEach((element) => observer.observe(element));
    return () => observer.disconnect();
  }, [headings]);
  return active;
}

function lastAbove(elements: HTMLElement[]): string | null {
  const readingLine = window.innerHeight * 0.3;
  return elements.findLast((element) => element.getBoundingClientRect().top <= readingLine)?.id ?? null;
}
