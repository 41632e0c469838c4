import type { Heading } from '#model/page.ts';

import { useActiveHeading } from './use-active-heading.ts';

/**
 * The page's headings of levels 2 and 3. One list serves both widths: folded over the page on narrow screens, and
 * always open beside it on wide ones, where the stylesheet puts a plain title in the place of the fold.
 */
export function Contents({ headings }: { headings: Heading[] }) {
  const active = useActiveHeading(headings);
  if (headings.length === 0) return null;
  return (
    <nav className="contents" aria-label="On this page">
      <p className="contents-title" aria-hidden="true">
        On this page
      </p>
      <details>
        <summary>On this page</summary>
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
