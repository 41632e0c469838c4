/** What the build calls, bundled for Node once: pages in, HTML out. No Node API is used here. */
import { renderToString } from 'react-dom/server';

import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';

import { App } from './layout/app.tsx';

export { renderDesign } from './design/index.tsx';
export { renderFrontPage } from './pages/index.ts';

/** HTML of the whole shell with the page's body in it: what `#root` holds. The same input gives the same HTML. */
export function renderShell(page: PageData, site: SiteData): string {
  return renderToString(<App page={page} site={site} />);
}
