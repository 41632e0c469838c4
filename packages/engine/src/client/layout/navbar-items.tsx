/** The items of the navbar: links, which mark the current page, dropdown menus, and the switchers of versions and languages. */
import { type ReactNode, useEffect, useRef, type MouseEvent, useSyncExternalStore } from 'react';
import type { NavbarItem } from '#model/site.ts';
import { normalizePath } from '#model/url.ts';
import { chevronIcon, Icon, globeIcon } from '../ui/icon.tsx';
import { ConfiguredLink, useSite, useTranslate } from './site-context.tsx';
import type { Alternate, PageShell } from '#model/page.ts';
import { storage } from '../storage.ts';
import { VisuallyHidden } from '../ui/controls.tsx';

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

interface NavbarDropdownProps {
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

type Page = Pick<PageShell, 'alternates' | 'kind' | 'path'>;

/** Does not subscribe to storage, because a change in another tab should not change the page while it is being read. */
const NEVER = (): (() => void) => () => undefined;

/**
 * Returns the version that the reader chose last, for pages that do not belong to a version. Null on documentation pages, in
 * the HTML of the build, if no version is stored, and if the stored version no longer exists.
 */
export function usePreferredVersion({ alternates, kind }: Page) {
  const { docs } = useSite();
  const key = `docs-preferred-version-${docs.pluginId}`;
  const stored = useSyncExternalStore(
    NEVER,
    () => (docs.versionPersistence === 'none' ? null : storage.get(key)),
    () => null,
  );
  if (kind === 'doc' || stored === null) return null;
  return alternates?.versions.find(({ name }) => name === stored) ?? null;
}

/** Replaces the target of a navbar link to the start of the docs with that of the reader's preferred version. */
export function preferredItem(item: NavbarItem, preferred: Alternate | null, docsPath: string): NavbarItem {
  return preferred !== null && item.href === docsPath ? { ...item, href: preferred.path } : item;
}

/** Adds the query and the hash of the address to a link that the reader follows: the search page shows the same query. */
function keepQueryAndHash({ target }: MouseEvent): void {
  const link = (target as Element).closest('a');
  if (link === null) return;
  link.search = location.search;
  link.hash = location.hash;
}

/** The switchers of versions and languages, which link to the counterparts of the page. A switcher is absent if there is only one version or language. */
export function Switchers({ page }: { page: Page }) {
  const translate = useTranslate();
  const preferred = usePreferredVersion(page);
  const { alternates } = page;
  if (alternates === undefined) return null;
  const { versions, locales, allVersions } = alternates;
  const current = versions.find(({ isCurrent }) => isCurrent);
  // The search page searches its own version.
  const version = page.kind === 'search' ? current : (preferred ?? current);
  const locale = locales.find(({ isCurrent }) => isCurrent);
  const listed = versions.map(({ label, path, searchPath = path }) => ({ label, href: searchPath }));
  if (allVersions !== undefined) listed.push({ label: translate('All versions'), href: allVersions });
  return (
    <>
      {versions.length > 0 && (
        <li className="version-switcher" onClickCapture={keepQueryAndHash}>
          <NavbarDropdown
            label={<Named name={translate('Version')} value={version?.label ?? translate('Versions')} />}
            items={listed}
            path={page.path}
          />
        </li>
      )}
      {locales.length > 0 && (
        <li className="locale-switcher" onClickCapture={keepQueryAndHash}>
          <NavbarDropdown
            label={
              <>
                <Icon icon={globeIcon} />
                <Named name={translate('Language')} value={locale?.label ?? ''} />
              </>
            }
            items={locales.map(({ label, path, lang }) => ({ label, href: path, lang }))}
            path={page.path}
          />
        </li>
      )}
    </>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <>
      <VisuallyHidden>{`${name}: `}</VisuallyHidden>
      {value}
    </>
  );
}
