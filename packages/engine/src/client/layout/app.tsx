import { slots } from 'virtual:slots';

import type { SiteData } from '#model/site.ts';

import { AnnouncementBar } from './announcement-bar.tsx';
import { DocsLayout } from './docs-layout.tsx';
import { Footer } from './footer.tsx';
import { FrontLayout } from './front-layout.tsx';
import { Navbar } from './navbar.tsx';
import type { ShownPage } from './shown-page.ts';
import { SiteContext } from './site-context.ts';
import { SkipLink } from './skip-link.tsx';

export interface AppProps {
  page: ShownPage;
  site: SiteData;
  /** What the page's sidebar renders to, where that is known already (see prerender.tsx). */
  sidebarHtml?: string | undefined;
}

/** The whole shell around a page. On the server a pure function of its props; hooks serve browser behaviour only. */
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
