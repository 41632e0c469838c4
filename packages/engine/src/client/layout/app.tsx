import { slots } from 'virtual:slots';
import type { AnnouncementBar as Announcement, SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { DocsLayout, PageBody, type ShownPage } from './docs-layout.tsx';
import { Navbar } from './navbar.tsx';
import { DocsSidebar } from './sidebar.tsx';
import { SiteContext, ConfiguredLink, useSite, useTranslate } from './site-context.tsx';
import { useEffect } from 'react';
import { storage } from '../storage.ts';
import { closeIcon, Icon } from '../ui/icon.tsx';

interface AppProps {
  page: ShownPage;
  site: SiteData;
  /** The rendered sidebar, if the build has it already (see prerender.tsx). */
  sidebarHtml?: string | undefined;
}

/** The whole shell around a page. In the build, it is a pure function of its props; hooks only implement browser behavior. */
export function App({ page, site, sidebarHtml }: AppProps) {
  return (
    <SiteContext value={site}>
      <SkipLink />
      {site.announcementBar && <AnnouncementBar bar={site.announcementBar} />}
      <Navbar page={page} />
      <Layout page={page} site={site} sidebarHtml={sidebarHtml} />
      <Footer />
      {slots.map(({ AfterFooter }, index) => AfterFooter && <AfterFooter key={index} />)}
    </SiteContext>
  );
}

function Layout({ page, site, sidebarHtml }: AppProps) {
  const { sidebar } = page;
  if (sidebar !== null && page.kind === 'doc') return <DocsLayout page={page} sidebar={sidebar} sidebarHtml={sidebarHtml} />;
  // The landing page of the documentation has the sidebar of the pages below it.
  if (sidebar === null || page.path !== site.docs.version.path) return <FrontLayout page={page} />;
  return (
    <div className="docs">
      <DocsSidebar nodes={sidebar} path={page.path} html={sidebarHtml} />
      <FrontLayout page={page} />
    </div>
  );
}

/** The first element in the tab order. `main` is focusable (tabindex -1), so the browser itself moves the focus there. */
function SkipLink() {
  const translate = useTranslate();
  return (
    <a className="skip-link" href="#main">
      {translate('Skip to main content')}
    </a>
  );
}

/** A page without a sidebar, whose body has the full width. */
function FrontLayout({ page }: { page: ShownPage }) {
  return (
    <main id="main" className="front" tabIndex={-1} data-kind={page.kind}>
      <PageBody key={page.path} html={page.body} prose={page.kind === 'doc'} />
    </main>
  );
}

const DISMISSED_KEY = 'docusaurus.announcement.dismiss';
const ID_KEY = 'docusaurus.announcement.id';

/**
 * The bar above the navbar. If the reader has closed it, `data-announcement` on the root element hides it before the first
 * paint, so that rendering never depends on storage. Its colors are custom properties from the build.
 */
export function AnnouncementBar({ bar }: { bar: Announcement }) {
  const translate = useTranslate();
  const { baseUrl } = useSite();
  useEffect(() => forgetOtherDismissal(bar.id), [bar.id]);
  return (
    <aside className="announcement" aria-label={translate('Announcement')}>
      <div className="announcement-text" dangerouslySetInnerHTML={{ __html: linksWithBase(bar.content, baseUrl) }} />
      {bar.isCloseable && (
        <button type="button" className="announcement-close" aria-label={translate('Close announcement')} onClick={dismiss}>
          <Icon icon={closeIcon} />
        </button>
      )}
    </aside>
  );
}

/** Discards the dismissal of a different announcement, so that the bar is shown again. */
function forgetOtherDismissal(id: string): void {
  if (storage.get(ID_KEY) === id) return;
  storage.set(ID_KEY, id);
  storage.remove(DISMISSED_KEY);
  delete document.documentElement.dataset['announcement'];
}

function dismiss(): void {
  storage.set(DISMISSED_KEY, 'true');
  document.documentElement.dataset['announcement'] = 'dismissed';
  // The focused button has disappeared, so move the focus to the start of the navbar.
  document.querySelector<HTMLElement>('.navbar a')?.focus();
}

/** Adds the base URL to the routes in configured HTML. */
const linksWithBase = (html: string, baseUrl: string): string =>
  html.replaceAll(/ href="(\/(?!\/)[^"]*)/g, (_, route: string) => ` href="${withBase(baseUrl, route)}`);

type FooterGroup = SiteData['footer']['groups'][number];

/** The footer of every page: groups of links in columns, or one row of links if no group has a title. */
export function Footer() {
  const { baseUrl, footer } = useSite();
  const { style, groups, copyright } = footer;
  const translate = useTranslate();
  const inRow = groups.every(({ title }) => title === '');
  return (
    <footer className="footer" data-style={style}>
      {groups.length > 0 && (
        <nav className={inRow ? 'footer-row' : 'footer-columns'} aria-label={translate('Footer')}>
          {inRow ? <Links items={groups.flatMap(({ items }) => items)} /> : groups.map((group) => <Column key={group.title} {...group} />)}
        </nav>
      )}
      <p dangerouslySetInnerHTML={{ __html: linksWithBase(copyright, baseUrl) }} />
    </footer>
  );
}

function Column({ title, items }: FooterGroup) {
  return (
    <div>
      <h2>{title}</h2>
      <Links items={items} />
    </div>
  );
}

function Links({ items }: { items: FooterGroup['items'] }) {
  return (
    <ul>
      {items.map(({ label, href }) => (
        <li key={`${href} ${label}`}>
          <ConfiguredLink href={href}>{label}</ConfiguredLink>
        </li>
      ))}
    </ul>
  );
}
