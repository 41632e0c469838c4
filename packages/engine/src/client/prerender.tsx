/** The functions with which the build renders pages. They are bundled for Node.js, but do not use its APIs. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

import type { PageData, SidebarNode } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';

import { App } from './layout/app.tsx';
import { SidebarNodes } from './layout/sidebar.tsx';
import { SiteContext } from './layout/site-context.tsx';

export { renderDesign } from './design/design-page.tsx';
export { renderFrontPage } from './pages/index.tsx';

/** Renders the content of `#root`: the shell with the page's body. It is deterministic. */
export function renderShell(page: PageData, site: SiteData): string {
  const hasSidebar = page.kind === 'doc' || page.path === site.docs.version.path;
  const sidebarHtml = page.sidebar === null || !hasSidebar ? undefined : sidebarFor(page.path, page.sidebar, site);
  return renderToString(<App page={page} site={site} sidebarHtml={sidebarHtml} />);
}

/** Rendered sidebars. Pages of one category share their list of nodes, and its HTML except for the mark of the current page. */
const sidebars = new WeakMap<SidebarNode[], { site: SiteData; html: string }>();

/** Renders the sidebar of a page. Rendering it once per category saves about half of React's work for a page. */
function sidebarFor(path: string, nodes: SidebarNode[], site: SiteData): string {
  let known = sidebars.get(nodes);
  if (known?.site !== site) {
    const html = renderToString(
      <SiteContext value={site}>
        <SidebarNodes nodes={nodes} path="" />
      </SiteContext>,
    );
    sidebars.set(nodes, (known = { site, html }));
  }
  const link = renderToStaticMarkup(<a href={withBase(site.baseUrl, path)} />).slice(0, -'></a>'.length);
  return known.html.replaceAll(`${link}>`, () => `${link} aria-current="page">`);
}
