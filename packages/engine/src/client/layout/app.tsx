import { slots } from 'virtual:slots';
import type { SiteData } from '#model/site.ts';
import { AnnouncementBar } from './announcement-bar.tsx';
import { DocsLayout } from './docs-layout.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { PageBody, type ShownPage } from './page-body.tsx';
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
      {page.sidebar === null ? <FrontLayout page={page} /> : <DocsLayout page={page} sidebar={page.sidebar} sidebarHtml={sidebarHtml} />}
      <Footer />
      {slots.map(({ AfterFooter }, index) => AfterFooter && <AfterFooter key={index} />)}
    </SiteContext>
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
