import type { PageLink } from '#model/page.ts';
import { withBase } from '#model/url.ts';

import { Icon } from '../ui/icon.tsx';
import { arrowLeftIcon, arrowRightIcon } from '../ui/icons.ts';
import { useSite } from './site-context.ts';

/** The pages before and after this one in the order of the sidebar. */
export function Pager({ previous, next }: { previous: PageLink | null; next: PageLink | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Previous and next page">
      {previous && <PagerLink page={previous} direction="Previous" icon={arrowLeftIcon} />}
      {next && <PagerLink page={next} direction="Next" icon={arrowRightIcon} />}
    </nav>
  );
}

function PagerLink({ page, direction, icon }: { page: PageLink; direction: 'Previous' | 'Next'; icon: unknown }) {
  const { baseUrl } = useSite();
  return (
    <a href={withBase(baseUrl, page.path)} rel={direction === 'Next' ? 'next' : 'prev'}>
      <Icon icon={icon} />
      <small>{direction}</small>
      <span>{page.label}</span>
    </a>
  );
}
