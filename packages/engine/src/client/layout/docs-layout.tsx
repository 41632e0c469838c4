import { slots } from 'virtual:slots';
import type { Crumb, LastUpdate, PageLink, PageShell, SidebarNode } from '#model/page.ts';
import { withBase } from '#model/url.ts';
import { ExternalLink } from '../ui/controls.tsx';
import { arrowLeftIcon, arrowRightIcon, copyIcon, Icon, pencilIcon } from '../ui/icon.tsx';
import { PageNotices } from './alternates.tsx';
import { Contents } from './contents.tsx';
import { DocsSidebar } from './sidebar.tsx';
import { useSite, useTranslate } from './site-context.tsx';

interface DocsLayoutProps {
  page: ShownPage;
  sidebar: SidebarNode[];
  sidebarHtml: string | undefined;
}

/**
 * A documentation page: the sidebar, the article, and the table of contents, which follows the article in the source, so that
 * the skip link leads to the article. On narrow screens, the sidebar is in the mobile menu.
 */
export function DocsLayout({ page, sidebar, sidebarHtml }: DocsLayoutProps) {
  return (
    <div className="docs">
      <DocsSidebar nodes={sidebar} path={page.path} html={sidebarHtml} />
      <main id="main" className="docs-main" tabIndex={-1} data-contents={page.contents.length > 0 || undefined}>
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <div className="doc">
          {page.alternates !== undefined && <PageNotices page={page} />}
          <PageBody key={page.path} html={page.body} prose {...originalLanguage(page)} />
          {slots.map(({ DocEnd }, index) => DocEnd && <DocEnd key={`${index} ${page.path}`} path={page.path} />)}
          <DocFooter page={page} />
          <Pager previous={page.previous} next={page.next} />
        </div>
        <Contents key={page.path} title={page.title} headings={page.contents} />
      </main>
    </div>
  );
}

/** Returns the language of a body that replaces a missing translation. */
function originalLanguage({ alternates }: Pick<PageShell, 'alternates'>): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const { isUntranslated, originalLang, originalDirection } = alternates ?? {};
  if (isUntranslated !== true || originalLang === undefined || originalDirection === undefined) return {};
  return { lang: originalLang, dir: originalDirection };
}

/** The categories of the page. Categories without their own page are plain text. Without categories, only the title would be repeated. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { baseUrl } = useSite();
  const translate = useTranslate();
  if (crumbs.length < 2) return null;
  const last = crumbs.length - 1;
  return (
    <nav className="breadcrumbs" aria-label={translate('Breadcrumbs')}>
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

/** The actions of the page, and its last update. */
function DocFooter({ page }: { page: Pick<PageShell, 'editUrl' | 'lastUpdate' | 'markdownUrl'> }) {
  const { editUrl, lastUpdate, markdownUrl } = page;
  const translate = useTranslate();
  if (editUrl === null && lastUpdate === null && markdownUrl === null) return null;
  return (
    <footer className="doc-footer">
      {editUrl !== null && (
        <ExternalLink href={editUrl} note={translate('(opens in a new tab)')}>
          <Icon icon={pencilIcon} />
          {translate('Edit this page')}
        </ExternalLink>
      )}
      {markdownUrl !== null && <MarkdownLinks url={markdownUrl} />}
      {lastUpdate && <LastUpdated {...lastUpdate} />}
    </footer>
  );
}

/** Actions with the page's Markdown: copy, open, and use with AI tools (prose/code-blocks.ts, page-dialogs.ts). */
function MarkdownLinks({ url }: { url: string }) {
  const translate = useTranslate();
  return (
    <>
      <button type="button" className="link-button needs-script" data-copy-page="" data-markdown={url}>
        <Icon icon={copyIcon} />
        {translate('Copy page')}
      </button>
      <a href={url}>{translate('View as Markdown')}</a>
      <button type="button" className="link-button needs-script" data-use-with-ai={url}>
        {translate('Use with AI')}
      </button>
    </>
  );
}

function LastUpdated({ author, date, post }: LastUpdate) {
  const { htmlLang, calendar } = useSite().locale;
  const translate = useTranslate();
  // Show the date of the commit independent of the reader's time zone.
  const shown = new Intl.DateTimeFormat(htmlLang, { dateStyle: 'medium', timeZone: 'UTC', calendar }).format(new Date(date));
  const [before, after] = translate(post === undefined ? 'Last updated by {author} on' : 'Published by {author} on').split('{author}');
  return (
    <p>
      {author === null ? (
        `${translate(post === undefined ? 'Last updated on' : 'Published on')} `
      ) : (
        <>
          {before}
          <b>{author}</b>
          {after}{' '}
        </>
      )}
      <time dateTime={date} suppressHydrationWarning>
        {shown}
      </time>
      {post?.minutes != null && ` · ${translate('{minutes} min read', { minutes: String(post.minutes) })}`}
    </p>
  );
}

/** The pages before and after this one in the order of the sidebar. */
export function Pager({ previous, next }: { previous: PageLink | null; next: PageLink | null }) {
  const translate = useTranslate();
  if (previous === null && next === null) return null;
  return (
    <nav className="pager" aria-label={translate('Previous and next page')}>
      {previous && <PagerLink page={previous} direction="Previous" icon={arrowLeftIcon} />}
      {next && <PagerLink page={next} direction="Next" icon={arrowRightIcon} />}
    </nav>
  );
}

function PagerLink({ page, direction, icon }: { page: PageLink; direction: 'Previous' | 'Next'; icon: unknown }) {
  const { baseUrl } = useSite();
  const translate = useTranslate();
  return (
    <a href={withBase(baseUrl, page.path)} rel={direction === 'Next' ? 'next' : 'prev'}>
      <Icon icon={icon} />
      <small>{translate(direction)}</small>
      <span>{page.label}</span>
    </a>
  );
}

interface PageBodyProps {
  html: string | undefined;
  prose: boolean;
  /** Language of the body, if it differs from that of the shell. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/**
 * The HTML of the main column from the build. The page data in a document does not include the body, because the document
 * itself contains it: on hydration, React gets an empty string and keeps the existing nodes. Use the page's path as the key,
 * so that another page is a new element instead of an update of this one.
 */
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

/** The page to show; `body` is absent if the document already contains it (see `PageBody`). */
export type ShownPage = PageShell & { body?: string };
