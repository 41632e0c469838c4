import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import type { Heading } from '#model/page.ts';
import { hashTarget } from '../prose/reveal.ts';
import { useCurrentInView } from './sidebar.tsx';
import { useTranslate } from './site-context.tsx';

/** Number of headings from which the sections of a part are hidden until the reader is in this part. */
const MANY_HEADINGS = 40;

/**
 * The table of contents. The same list is collapsible above the page on narrow screens, and always open beside it on wide
 * ones, where the stylesheet shows a plain title instead of the summary. On narrow screens, it stays visible with the title of the
 * page. It is focusable until the client has measured that it does not scroll (`prose/code-blocks.ts`). The client also reads the
 * page's headings from it (`router/page-source.ts`).
 */
export function Contents({ title, headings }: { title: string; headings: Heading[] }) {
  const active = useActiveHeading(headings);
  const list = useCurrentInView(active ?? '');
  const translate = useTranslate();
  if (headings.length === 0) return null;
  return (
    <nav
      className={headings.length > MANY_HEADINGS ? 'contents long' : 'contents'}
      aria-label={translate('On this page')}
      ref={list}
      tabIndex={0}
    >
      <p className="contents-title" aria-hidden="true">
        {translate('On this page')}
      </p>
      <details onClick={closeOnLink}>
        <summary>
          {translate('On this page')}
          <span className="contents-page" aria-hidden="true">
            {title}
          </span>
        </summary>
        <HeadingList headings={headings} active={active} />
      </details>
    </nav>
  );
}

/** Closes the list when a link in it is followed, because on narrow screens it covers the section. Beside the page, it is always visible. */
function closeOnLink({ target, currentTarget }: MouseEvent<HTMLDetailsElement>): void {
  if ((target as Element).closest('a') && matchMedia('(width <= 1152px)').matches) currentTarget.open = false;
}

/** The headings of the highest level, each with the headings below it. */
function HeadingList({ headings, active }: { headings: Heading[]; active: string | null }) {
  const top = headings.reduce((highest, { level }) => Math.min(highest, level), Infinity);
  const starts = headings.flatMap(({ level }, index) => (level === top || index === 0 ? index : []));
  return (
    <ul>
      {starts.map((start, index) => {
        const [heading, ...below] = headings.slice(start, starts[index + 1]);
        if (heading === undefined) return null;
        const { id, level, text } = heading;
        return (
          <li key={id} data-level={level}>
            <a href={`#${id}`} aria-current={id === active ? 'true' : undefined}>
              {breakable(text)}
            </a>
            {below.length > 0 && <HeadingList headings={below} active={active} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Length from which a name can be wider than the table of contents. */
const LONG_NAME = 27;

/** A long name can break between its words: before a capital letter, and after a dot or an underscore. */
function breakable(text: string): ReactNode {
  if (text.length < LONG_NAME || text.includes(' ')) return text;
  const words = text.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[._])(?=\w)/);
  return words.flatMap((word, index) => (index === 0 ? [word] : [<wbr key={index} />, word]));
}

/**
 * Returns the id of the current heading: the last one at or above the position to which a link to a heading scrolls. At the end of the page,
 * where the last sections cannot reach this position, it is the target of the address or else the last heading. Null
 * above the first heading, and before the first measurement. It measures once per frame while scrolling, because an
 * observer on each of the 300 headings of a reference page takes a tenth of a second at the first scroll.
 */
function useActiveHeading(headings: Heading[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (elements.length === 0) return undefined;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      // Headings that are not rendered have no position: those that the filter of options hides, and those in unselected tabs and closed folds.
      const shown = elements.filter((element) => element.checkVisibility());
      const line = readingLine();
      setActive((isAtEnd() ? endHeading(shown, line) : lastAbove(shown, line))?.id ?? null);
    };
    const request = (): void => void (frame ||= requestAnimationFrame(measure));
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

/** Returns the position to which a link to a heading scrolls, with a small tolerance, in pixels from the top of the window. */
function readingLine(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 80) + 16;
}

/** Finds the last heading above a line by binary search, because headings are in the order of the page. */
function lastAbove(elements: readonly HTMLElement[], line: number): HTMLElement | undefined {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().top ?? Infinity) <= line) low = middle + 1;
    else high = middle;
  }
  return elements[low - 1];
}

/** Whether the page has been scrolled to its end. */
function isAtEnd(): boolean {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}

/** Returns the target of the address if it could not be scrolled to the line, otherwise the last heading. */
function endHeading(elements: readonly HTMLElement[], line: number): HTMLElement | undefined {
  const target = hashTarget(location.hash);
  return target !== null && elements.includes(target) && target.getBoundingClientRect().top > line ? target : elements.at(-1);
}
