import { useEffect, useState } from 'react';
import type { Heading } from '#model/page.ts';
import { useCurrentInView } from './sidebar.tsx';
import { useWords } from './site-context.tsx';

/**
 * The page's headings of levels 2 and 3. One list serves both widths: folded over the page on narrow screens, and
 * always open beside it on wide ones, where the stylesheet puts a plain title in the place of the fold.
 */
export function Contents({ headings }: { headings: Heading[] }) {
  const active = useActiveHeading(headings);
  const list = useCurrentInView(active ?? '');
  const say = useWords();
  if (headings.length === 0) return null;
  return (
    <nav className="contents" aria-label={say('On this page')} ref={list}>
      <p className="contents-title" aria-hidden="true">
        {say('On this page')}
      </p>
      <details>
        <summary>{say('On this page')}</summary>
        <ul>
          {headings.map(({ id, level, text }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`} aria-current={id === active ? 'true' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/**
 * The id of the heading the reader is under: the last one at or above the line where a link to a heading puts it. Null
 * above the first heading and until the page has been looked at. One look a frame while scrolling, whatever the number of
 * headings: an observer on each of the three hundred of a reference page takes a tenth of a second at the first scroll.
 */
export function useActiveHeading(headings: Heading[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (elements.length === 0) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      setActive(lastAbove(elements, readingLine()));
    };
    const request = (): void => void (frame ||= requestAnimationFrame(look));
    request();
    addEventListener('scroll', request, { passive: true });
    addEventListener('resize', request, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', request);
      removeEventListener('resize', request);
    };
  }, [headings]);
  return active;
}

/** Below the navbar by what the stylesheet leaves above a target, and a little slack. Pixels from the top of the window. */
function readingLine(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 80) + 16;
}

/** Headings are in the order of the page, so half of those left are ruled out by each look. */
function lastAbove(elements: readonly HTMLElement[], line: number): string | null {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().top ?? Infinity) <= line) low = middle + 1;
    else high = middle;
  }
  return elements[low - 1]?.id ?? null;
}
