import type { ReactNode } from 'react';

import type { NavbarItem } from '#model/site.ts';
import { normalizePath } from '#model/url.ts';

import { SiteLink } from './site-link.tsx';

interface CurrentLinkProps {
  item: Pick<NavbarItem, 'href' | 'activeBasePath'>;
  path: string;
  className?: string;
  children: ReactNode;
}

/** A link that says when it leads to this page (`page`) or to the part of the site this page is in (`true`). */
export function CurrentLink({ item, path, className, children }: CurrentLinkProps) {
  const current = currentOf(item, path);
  return (
    <SiteLink href={item.href} {...(className && { className })} {...(current && { 'aria-current': current })}>
      {children}
    </SiteLink>
  );
}

/** What `aria-current` says of an item on the page at `path`; undefined when the item leads elsewhere. */
export function currentOf({ href, activeBasePath }: Pick<NavbarItem, 'href' | 'activeBasePath'>, path: string) {
  if (pathOf(href) === path) return 'page' as const;
  if (activeBasePath === undefined) return undefined;
  const base = pathOf(activeBasePath);
  return path === base || path.startsWith(`${base}/`) ? ('true' as const) : undefined;
}

/** The configuration may leave out the first slash and may add a last one. */
function pathOf(target: string): string {
  return normalizePath(target.startsWith('/') || target.includes('://') ? target : `/${target}`);
}
