/** The links of the navbar, which mark the current page, and its dropdown menus. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { NavbarItem } from '#model/site.ts';
import { normalizePath } from '#model/url.ts';
import { chevronIcon, Icon } from '../ui/icon.tsx';
import { ConfiguredLink } from './site-context.tsx';

interface CurrentLinkProps {
  item: Pick<NavbarItem, 'href' | 'activeBasePath'>;
  path: string;
  className?: string;
  hrefLang?: string | undefined;
  children: ReactNode;
}

/** A link with `aria-current` if it leads to the current page (`page`) or to its part of the site (`true`). */
export function CurrentLink({ item, path, className, hrefLang, children }: CurrentLinkProps) {
  const current = currentOf(item, path);
  return (
    <ConfiguredLink
      href={item.href}
      {...(className && { className })}
      {...(hrefLang && { hrefLang })}
      {...(current && { 'aria-current': current })}
    >
      {children}
    </ConfiguredLink>
  );
}

/** Returns the `aria-current` of an item on the page at `path`; undefined if the item leads elsewhere. */
function currentOf({ href, activeBasePath }: Pick<NavbarItem, 'href' | 'activeBasePath'>, path: string) {
  if (pathOf(href) === path) return 'page' as const;
  if (activeBasePath === undefined) return undefined;
  const base = pathOf(activeBasePath);
  return path === base || path.startsWith(`${base}/`) ? ('true' as const) : undefined;
}

/** Normalizes a configured target, which may lack the leading slash or have a trailing one. */
function pathOf(target: string): string {
  return normalizePath(target.startsWith('/') || target.includes('://') ? target : `/${target}`);
}

export interface NavbarDropdownProps {
  label: ReactNode;
  /** `lang` is the language of the label and of the target page, if it differs from that of the current page. */
  items: (NonNullable<NavbarItem['items']>[number] & { lang?: string })[];
  path: string;
}

/** A disclosure with links. It works without JavaScript; with it, Escape and a press outside also close it. */
export function NavbarDropdown({ label, items, path }: NavbarDropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => collapseOnLeave(ref.current), []);
  const shown = useRef(path);
  useEffect(() => {
    // The reader may have opened it before hydration.
    if (shown.current !== path) ref.current?.removeAttribute('open');
    shown.current = path;
  }, [path]);
  return (
    <details className="dropdown" ref={ref}>
      <summary>
        {label}
        <Icon icon={chevronIcon} />
      </summary>
      <ul>
        {items.map(({ lang, ...item }) => (
          <li key={`${item.href} ${item.label}`} lang={lang}>
            <CurrentLink item={item} path={path} hrefLang={lang}>
              {item.label}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function collapseOnLeave(details: HTMLDetailsElement | null): (() => void) | undefined {
  if (details === null) return undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const collapse = () => details.removeAttribute('open');
  document.addEventListener('pointerdown', ({ target }) => details.contains(target as Node) || collapse(), { signal });
  details.addEventListener('focusout', (event) => leftBy(event, details) && collapse(), { signal });
  details.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !details.open) return;
      collapse();
      details.querySelector('summary')?.focus();
    },
    { signal },
  );
  return () => listening.abort();
}

/** Whether the focus moved to another part of the page. After a press on something that is not focusable, there is no related target. */
function leftBy({ relatedTarget }: FocusEvent, details: HTMLElement): boolean {
  return relatedTarget instanceof Node && !details.contains(relatedTarget);
}
