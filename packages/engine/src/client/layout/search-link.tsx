import { withBase } from '#model/url.ts';

import { Icon } from '../ui/icon.tsx';
import { searchIcon } from '../ui/icons.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useSite } from './site-context.ts';

/** Leads to the search page; `data-search` lets the search dialog take the click over. */
export function SearchLink() {
  const { baseUrl } = useSite();
  return (
    <a className="search-link" href={withBase(baseUrl, '/search')} data-search="" aria-keyshortcuts="Control+K Meta+K /">
      <Icon icon={searchIcon} />
      <span>Search docs</span>
      <Kbd>Ctrl K</Kbd>
    </a>
  );
}
