/** A documentation page: its table of contents, its notices, and the layout around them with the sidebar, the article, and its footer. */
import { slots } from 'virtual:slots';
import type { Crumb, Heading, LastUpdate, PageLink, PageShell, SidebarNode } from '#model/page.ts';
import { withBase } from '#model/url.ts';
import { ExternalLink } from '../ui/controls.tsx';
import { arrowLeftIcon, arrowRightIcon, copyIcon, Icon, pencilIcon } from '../ui/icon.tsx';
import { hashTarget } from '../prose/reveal.ts';
import { DocsSidebar, useCurrentInView } from './sidebar.tsx';
import { useSite, useTranslate } from './site-context.tsx';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';

/** Number of headings from which the sections of a part are hidden until the reader is in this part. */
const MANY_HEADINGS = 40;

/**
 * The table of contents. The same list is collapsible above the page on narrow screens, and always open beside it on wide
 * ones, where the stylesheet shows a plain title instead of the summary. On narrow screens, it stays visible with the title of the
 * page. It is focusable until the client has measured that it does not scroll (`prose/code-blocks.ts`). The client also reads the
 * page's headings from it (`router/page-source.ts`).
 */
function Contents({ title, headings }: { title: string; headings: Heading[] }) {
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

/** Notices about the version, and about a page that is not translated. */
function PageNotices({ page }: { page: PageShell }) {
  const { baseUrl, docs } = useSite();
  const translate = useTranslate();
  const { banner, label } = docs.version;
  const { newest, isUntranslated } = page.alternates ?? {};
  return (
    <>
      {banner !== undefined && (
        <aside className="page-notice" data-notice={banner}>
          {banner === 'unreleased'
            ? translate('This is the documentation of version {version}, which is not released yet.', { version: label })
            : translate('This is the documentation of version {version}, which is no longer maintained.', { version: label })}{' '}
          {newest !== undefined && (
            <a href={withBase(baseUrl, newest.path)}>{translate('The newest version is {version}.', { version: newest.label })}</a>
          )}
        </aside>
      )}
      {isUntranslated === true && (
        <aside className="page-notice" data-notice="untranslated">
          {translate('This page has not been translated yet.')}
        </aside>
      )}
    </>
  );
}

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
