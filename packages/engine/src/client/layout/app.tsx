import { slots } from 'virtual:slots';
import type { SiteData } from '#model/site.ts';
import { AnnouncementBar } from './announcement-bar.tsx';
import { DocsLayout } from './docs-layout.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { PageBody, type ShownPage } from './page-body.tsx';
import { DocsSidebar } from './sidebar.tsx';
import { SiteContext, useWords } from './site-context.tsx';

export interface AppProps {
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
export function SkipLink() {
  const say = useWords();
  return (
    <a className="skip-link" href="#main">
      {say('Skip to main content')}
    </a>
  );
}

/** A page without a sidebar: its body has the whole width. */
export function FrontLayout({ page }: { page: ShownPage }) {
  return (
    <main id="main" className="front" tabIndex={-1} data-kind={page.kind}>
      <PageBody key={page.path} html={page.body} prose={page.kind === 'doc'} />
    </main>
  );
}
