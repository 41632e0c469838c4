import type { PageShell } from '#model/page.ts';

/**
 * The main column's HTML, made by the build. The page data that is in a document has no body, since the document
 * itself is the body: on hydration React is handed nothing and keeps the server's nodes. Mount it keyed by the page's
 * path, so that another page is another element and never a patch of this one.
 */
interface PageBodyProps {
  html: string | undefined;
  prose: boolean;
  /** Language of the body, where it is not that of the page around it. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

export function PageBody({ html, prose, ...language }: PageBodyProps) {
  return (
    <div
      className={prose ? 'page-body prose' : 'page-body'}
      {...language}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? '' }}
    />
  );
}

/** The page to show; `body` is absent when the document already holds it (see page-body.tsx). */
export type ShownPage = PageShell & { body?: string };
