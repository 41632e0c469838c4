import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SidebarCategory, SidebarNode } from '#model/page.ts';
import { withBase } from '#model/url.ts';
import { VisuallyHidden } from '../ui/controls.tsx';
import { ConfiguredLink, useSite, useTranslate } from './site-context.tsx';

/** The sidebar. It stays mounted across pages and keeps its open categories and its scroll position. */
export function DocsSidebar({ nodes, path, html }: { nodes: SidebarNode[]; path: string; html: string | undefined }) {
  const list = useCurrentInView(path);
  const translate = useTranslate();
  const frame = { className: 'sidebar sidebar-list', 'aria-label': translate('Docs pages'), ref: list };
  if (html !== undefined) return <nav {...frame} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <nav {...frame}>
      <SidebarNodes nodes={nodes} path={path} />
    </nav>
  );
}

/** A list of sidebar nodes; `path` is the current page. */
export function SidebarNodes({ nodes, path }: { nodes: SidebarNode[]; path: string }) {
  return (
    <ul>
      {nodes.map((node, index) => (
        // Only a category has a state and a unique name; a page can be listed twice.
        <li key={node.type === 'category' ? `category ${node.key}` : index}>
          <SidebarItem node={node} path={path} />
        </li>
      ))}
    </ul>
  );
}

function SidebarItem({ node, path }: { node: SidebarNode; path: string }) {
  if (node.type === 'category') return <SidebarBranch category={node} path={path} />;
  if (node.type === 'heading') return <p>{node.label}</p>;
  if (node.type === 'link') {
    return (
      <ConfiguredLink href={node.href} aria-current={node.href === path ? 'page' : undefined}>
        {node.label}
      </ConfiguredLink>
    );
  }
  return <SidebarPageLink label={node.label} to={node.path} path={path} />;
}

/** A link to a page, marked if it is the current one. */
function SidebarPageLink({ label, to, path }: { label: string; to: string; path: string }) {
  const { baseUrl } = useSite();
  return (
    <a href={withBase(baseUrl, to)} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  );
}

interface SidebarBranchProps {
  category: SidebarCategory;
  path: string;
}

/**
 * A category, which opens and closes independently of others. A closed one is delivered without its items, so that the size of
 * a page does not depend on that of the site; the items are fetched when it opens. Until then, without JavaScript, and if
 * fetching fails, it contains a link to its first page.
 */
function SidebarBranch({ category, path }: SidebarBranchProps) {
  const { label, linked } = category;
  const details = useRef<HTMLDetailsElement>(null);
  const translate = useTranslate();
  const { open, setOpen, items, load } = useSidebarBranch(category);
  // The reader may have opened it before hydration.
  const readOpenState = useEffectEvent(() => setOpen(details.current?.open ?? false));
  useEffect(() => readOpenState(), []);
  const isLink = linked && category.path !== null;
  return (
    <>
      {isLink && <SidebarPageLink label={label} to={category.path ?? ''} path={path} />}
      <details ref={details} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary onPointerEnter={load} onFocus={load} className={isLink ? 'beside-link' : undefined}>
          {isLink ? <VisuallyHidden>{translate('Pages of {category}', { category: label })}</VisuallyHidden> : label}
        </summary>
        {items ? <SidebarNodes nodes={items} path={path} /> : <FallbackLink category={category} path={path} />}
      </details>
    </>
  );
}

function FallbackLink({ category, path }: SidebarBranchProps) {
  const translate = useTranslate();
  if (category.path === null) return null;
  return (
    <p className="sidebar-fallback">
      <SidebarPageLink label={translate('Go to {category}', { category: category.label })} to={category.path} path={path} />
    </p>
  );
}

/**
 * Returns the state of a category and its loaded items. A page inside the category opens it; otherwise, it stays as the reader left it.
 * Items stay loaded when the reader moves to another category.
 *
 * `open` is derived from the props instead of being set during rendering, because React could apply a pending update afterward.
 */
function useSidebarBranch({ items: shipped, key }: SidebarCategory) {
  const { baseUrl } = useSite();
  const [toggled, setToggled] = useState({ shipped, open: shipped !== null });
  const [fetched, setFetched] = useState<SidebarNode[] | null>(null);
  const open = toggled.open || (shipped !== null && shipped !== toggled.shipped);
  const setOpen = useCallback((now: boolean) => setToggled({ shipped, open: now }), [shipped]);
  const items = shipped ?? fetched ?? cachedSidebarItems(key);
  const load = () => {
    if (items === null) void fetchSidebarItems(baseUrl, key).then(setFetched, warn);
  };
  useEffect(() => {
    if (shipped) cacheSidebarItems(key, shipped);
    if (open) load();
  });
  return { open, setOpen, items, load };
}

function warn(error: unknown): void {
  console.warn(error);
}

/** Requests by category key, so that a category is fetched only once. A failed request is removed, so that it can be retried. */
const requests = new Map<string, Promise<SidebarNode[]>>();
const cached = new Map<string, SidebarNode[]>();

/** Caches the items that came with a page. */
function cacheSidebarItems(key: string, items: SidebarNode[]): void {
  cached.set(key, items);
}

/** Returns the cached items of a category; null if there are none. */
function cachedSidebarItems(key: string): SidebarNode[] | null {
  return cached.get(key) ?? null;
}

/** Fetches the items of a closed category. Rejects if the file cannot be fetched or does not contain a list. */
function fetchSidebarItems(baseUrl: string, key: string): Promise<SidebarNode[]> {
  const known = requests.get(key);
  if (known) return known;
  const request = requestItems(withBase(baseUrl, `/sidebar/${encodeURIComponent(key)}.json`));
  requests.set(key, request);
  request.then(
    (items) => cached.set(key, items),
    () => requests.delete(key),
  );
  return request;
}

async function requestItems(url: string): Promise<SidebarNode[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The pages of the sidebar could not be loaded: ${url} responded with status ${response.status}.`);
  const items: unknown = await response.json();
  if (!Array.isArray(items)) throw new Error(`The pages of the sidebar could not be loaded: ${url} does not contain a list.`);
  return items as SidebarNode[];
}

/**
 * Scrolls the current page's entry of a scrollable list into view. Only the list scrolls, and only if the entry is not
 * visible.
 */
export function useCurrentInView(path: string) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = ref.current;
    const current = list?.querySelector('[aria-current]');
    if (list && current) revealIn(list, current);
  }, [path]);
  return ref;
}

function revealIn(list: HTMLElement, entry: Element): void {
  const frame = list.getBoundingClientRect();
  const { top, bottom, height } = entry.getBoundingClientRect();
  const paddingTop = Number.parseFloat(getComputedStyle(list).paddingTop) || 0;
  if (top >= frame.top + paddingTop && bottom <= frame.bottom) return;
  list.scrollTop += top - frame.top - (frame.height - height) / 2;
}
