import type { SidebarNode } from '#model/navigation.ts';
import type { Crumb, LastUpdate, PageLink, PageShell } from '#model/page.ts';
import { withBase } from '#model/url.ts';
import { ExternalLink } from '../ui/controls.tsx';
import { arrowLeftIcon, arrowRightIcon, copyIcon, Icon, pencilIcon } from '../ui/icon.tsx';
import { Contents } from './contents.tsx';
import { PageBody, type ShownPage } from './page-body.tsx';
import { DocsSidebar } from './sidebar.tsx';
import { useSite } from './site-context.tsx';

interface DocsLayoutProps {
  page: ShownPage;
  sidebar: SidebarNode[];
  sidebarHtml: string | undefined;
}

/**
 * A documentation page: sidebar, the page, and its contents, which the stylesheet places. They follow the article in the source, so
 * that the skip link leads to the article. On narrow screens the sidebar is in the mobile menu.
 */
export function DocsLayout({ page, sidebar, sidebarHtml }: DocsLayoutProps) {
  return (
    <div className="docs">
      <DocsSidebar nodes={sidebar} path={page.path} html={sidebarHtml} />
      <main id="main" className="docs-main" tabIndex={-1}>
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <div className="doc">
          <PageBody key={page.path} html={page.body} prose />
          <DocFooter page={page} />
          <Pager previous={page.previous} next={page.next} />
        </div>
        <Contents key={page.path} headings={page.contents} />
      </main>
    </div>
  );
}

/** Where the page stands in the sidebar. Categories without a page of their own are plain text. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { baseUrl } = useSite();
  if (crumbs.length === 0) return null;
  const last = crumbs.length - 1;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, path }, index) => (
          <li key={`${index} ${label}`} aria-current={index === last ? 'page' : undefined}>
            {path === null || index === last ? label : <a href={withBase(baseUrl, path)}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What can be done with the page and who changed it last. */
export function DocFooter({ page }: { page: Pick<PageShell, 'editUrl' | 'lastUpdate' | 'markdownUrl'> }) {
  const { editUrl, lastUpdate, markdownUrl } = page;
  if (editUrl === null && lastUpdate === null && markdownUrl === null) return null;
  return (
    <footer className="doc-footer">
      {editUrl !== null && (
        <ExternalLink href={editUrl}>
          <Icon icon={pencilIcon} />
          Edit this page
        </ExternalLink>
      )}
      {markdownUrl !== null && <MarkdownLinks url={markdownUrl} />}
      {lastUpdate && <LastUpdated {...lastUpdate} />}
    </footer>
  );
}

/** The page as Markdown, to copy and to open; copying is the work of the prose room (`data-copy-page`). */
function MarkdownLinks({ url }: { url: string }) {
  return (
    <>
      <button type="button" className="link-button needs-script" data-copy-page="" data-markdown={url}>
        <Icon icon={copyIcon} />
        Copy page
      </button>
      <a href={url}>View as Markdown</a>
    </>
  );
}

function LastUpdated({ author, date }: LastUpdate) {
  const { htmlLang } = useSite().locale;
  // Day, month and year as written in the source's history: no time zone of the reader may move it.
  const shown = new Intl.DateTimeFormat(htmlLang, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
  return (
    <p>
      {author === null ? (
        'Last updated on '
      ) : (
        <>
          Last updated by <b>{author}</b> on{' '}
        </>
      )}
      <time dateTime={date} suppressHydrationWarning>
        {shown}
      </time>
    </p>
  );
}

/** The pages before and after this one in the order of the sidebar. */
export function Pager({ previous, next }: { previous: PageLink | null; next: PageLink | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Previous and next page">
      {previous && <PagerLink page={previous} direction="Previous" icon={arrowLeftIcon} />}
      {next && <PagerLink page={next} direction="Next" icon={arrowRightIcon} />}
    </nav>
  );
}

function PagerLink({ page, direction, icon }: { page: PageLink; direction: 'Previous' | 'Next'; icon: unknown }) {
  const { baseUrl } = useSite();
  return (
    <a href={withBase(baseUrl, page.path)} rel={direction === 'Next' ? 'next' : 'prev'}>
      <Icon icon={icon} />
      <small>{direction}</small>
      <span>{page.label}</span>
    </a>
  );
}
