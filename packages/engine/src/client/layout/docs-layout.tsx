import type { SidebarNode } from '#model/navigation.ts';

import { Breadcrumbs } from './breadcrumbs.tsx';
import { Contents } from './contents.tsx';
import { DocFooter } from './doc-footer.tsx';
import { PageBody } from './page-body.tsx';
import { Pager } from './pager.tsx';
import type { ShownPage } from './shown-page.ts';
import { DocsSidebar } from './sidebar.tsx';

interface DocsLayoutProps {
  page: ShownPage;
  sidebar: SidebarNode[];
  sidebarHtml: string | undefined;
}

/** A documentation page: sidebar, the page, and its contents. Narrow screens find the sidebar in the mobile menu. */
export function DocsLayout({ page, sidebar, sidebarHtml }: DocsLayoutProps) {
  return (
    <div className="docs">
      <DocsSidebar nodes={sidebar} path={page.path} html={sidebarHtml} />
      <main id="main" className="docs-main" tabIndex={-1}>
        <Breadcrumbs crumbs={page.breadcrumbs} />
        <Contents key={page.path} headings={page.contents} />
        <div className="doc">
          <PageBody key={page.path} html={page.body} prose />
          <DocFooter page={page} />
          <Pager previous={page.previous} next={page.next} />
        </div>
      </main>
    </div>
  );
}
