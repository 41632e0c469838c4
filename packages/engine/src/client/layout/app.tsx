import { slots } from 'virtual:slots';
import type { AnnouncementBar as Announcement, SiteData } from '#model/site.ts';
import { DocsLayout, PageBody, type ShownPage } from './docs-layout.tsx';
import { Navbar } from './navbar.tsx';
import { DocsSidebar } from './sidebar.tsx';
import { SiteContext, SiteLink, useSite, useWords } from './site-context.tsx';
import { useEffect } from 'react';
import { storage } from '../storage.ts';
import { closeIcon, Icon } from '../ui/icon.tsx';

interface AppProps {
  page: ShownPage;
  site: SiteData;
  /** What the page's sidebar renders to, where that is known already (see prerender.tsx). */
  sidebarHtml?: string | undefined;
}

/** The whole shell around a page. On the server a pure function of its props; hooks serve browser behavior only. */
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
  // The landing page of the documentation has its tree beside it, as all pages below it have.
  if (sidebar === null || page.path !== site.docs.version.path) return <FrontLayout page={page} />;
  return (
    <div className="docs">
      <DocsSidebar nodes={sidebar} path={page.path} html={sidebarHtml} />
      <FrontLayout page={page} />
    </div>
  );
}

/** First in the tab order. `main` takes focus (tabindex -1), so the browser itself moves focus there. */
function SkipLink() {
  const say = useWords();
  return (
    <a className="skip-link" href="#main">
      {say('Skip to main content')}
    </a>
  );
}

/** A page without a sidebar: its body has the whole width. */
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
 * The bar over the navbar. A dismissed one is hidden before the first paint by `data-announcement` on the
 * root element, so that what is rendered never depends on storage. Its colors are custom properties of the build.
 */
export function AnnouncementBar({ bar }: { bar: Announcement }) {
  const say = useWords();
  useEffect(() => forgetOtherDismissal(bar.id), [bar.id]);
  return (
    <aside className="announcement" aria-label={say('Announcement')}>
      <div className="announcement-text" dangerouslySetInnerHTML={{ __html: bar.content }} />
      {bar.isCloseable && (
        <button type="button" className="announcement-close" aria-label={say('Close announcement')} onClick={dismiss}>
          <Icon icon={closeIcon} />
        </button>
      )}
    </aside>
  );
}

/** A dismissal counts for one announcement: another id shows the bar again. */
function forgetOtherDismissal(id: string): void {
  if (storage.get(ID_KEY) === id) return;
  storage.set(ID_KEY, id);
  storage.remove(DISMISSED_KEY);
  delete document.documentElement.dataset['announcement'];
}

function dismiss(): void {
  storage.set(DISMISSED_KEY, 'true');
  document.documentElement.dataset['announcement'] = 'dismissed';
  // The button that had focus is gone; keyboard users go on from the top of the navbar.
  document.querySelector<HTMLElement>('.navbar a')?.focus();
}

type FooterGroup = SiteData['footer']['groups'][number];

/** The end of every page: groups of links in columns, or one row of links where no group has a title. */
export function Footer() {
  const { style, groups, copyright } = useSite().footer;
  const say = useWords();
  const inRow = groups.every(({ title }) => title === '');
  return (
    <footer className="footer" data-style={style}>
      <nav className={inRow ? 'footer-row' : 'footer-columns'} aria-label={say('Footer')}>
        {inRow ? <Links items={groups.flatMap(({ items }) => items)} /> : groups.map((group) => <Column key={group.title} {...group} />)}
      </nav>
      <p>{copyright}</p>
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
          <SiteLink href={href}>{label}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
