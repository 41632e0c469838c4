import { PageBody } from './page-body.tsx';
import type { ShownPage } from './shown-page.ts';

/** A page without a sidebar: its body has the whole width. */
export function FrontLayout({ page }: { page: ShownPage }) {
  return (
    <main id="main" className="front" tabIndex={-1} data-kind={page.kind}>
      <PageBody key={page.path} html={page.body} prose={page.kind === 'doc'} />
    </main>
  );
}
