import { useEffect, useState } from 'react';

import type { Heading } from '#model/page.ts';

/**
 * The id of the heading the reader is under: the last one at or above the line where a link to a heading puts it. Null
 * above the first heading and wherever the browser has not said yet.
 */
export function useActiveHeading(headings: Heading[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (elements.length === 0) return undefined;
    const line = readingLine();
    // The band reaches up so far that whatever stands above the line is in it: a jump of any length is seen.
    const options = { rootMargin: `1000000px 0px ${Math.round(line - window.innerHeight)}px 0px` };
    const observer = new IntersectionObserver(() => setActive(lastAbove(elements, line)), options);
    elements.forEach((element) => observer.observe(element));
    return () => observer.disconnect();
  }, [headings]);
  return active;
}

/** Below the navbar by what the stylesheet leaves above a target, and a little slack. Pixels from the top of the window. */
function readingLine(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 80) + 16;
}

function lastAbove(elements: HTMLElement[], line: number): string | null {
  return elements.findLast((element) => element.getBoundingClientRect().top <= line)?.id ?? null;
}
