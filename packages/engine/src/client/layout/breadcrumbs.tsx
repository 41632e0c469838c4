import type { Crumb } from '#model/page.ts';
import { withBase } from '#model/url.ts';

import { useSite } from './site-context.ts';

/** Where the page stands in the sidebar. Categories without a page of their own are plain text. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { baseUrl } = useSite();
  if (crumbs.length === 0) return null;
  const last = crumbs.length - 1;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, path }, index) => (
          <li key={`${index} ${label}`} aria-current={index === last ? 'page' : undefined}>
            {path === null || index === last ? label : <a href={withBase(baseUrl, path)}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
