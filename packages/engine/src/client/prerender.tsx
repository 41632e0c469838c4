/** What the build calls, bundled for Node once: pages in, HTML out. No Node API is used here. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

import type { SidebarNode } from '#model/navigation.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';

import { App } from './layout/app.tsx';
import { SidebarNodes } from './layout/sidebar.tsx';
import { SiteContext } from './layout/site-context.tsx';

export { renderDesign } from './design/design-page.tsx';
export { renderFrontPage } from './pages/index.tsx';

/** HTML of the whole shell with the page's body in it: what `#root` holds. The same input gives the same HTML. */
export function renderShell(page: PageData, site: SiteData): string {
  const hasSidebar = page.kind === 'doc' || page.path === site.docs.version.path;
  const sidebarHtml = page.sidebar === null || !hasSidebar ? undefined : sidebarFor(page.path, page.sidebar, site);
  return renderToString(<App page={page} site={site} sidebarHtml={sidebarHtml} />);
}

/** Pages of one category share their list of nodes, and its HTML but for the mark on the page that is shown. */
const sidebars = new WeakMap<SidebarNode[], { site: SiteData; html: string }>();

/** About half of what React had to do for a page, done once for each category. */
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
