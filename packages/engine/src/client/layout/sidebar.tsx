import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SidebarCategory, SidebarNode } from '#model/navigation.ts';
import { withBase } from '#model/url.ts';
import { VisuallyHidden } from '../ui/controls.tsx';
import { SiteLink, useSite, useWords } from './site-context.tsx';

/** The column of documentation pages. It stays mounted from page to page, and with it what is open and how far it is scrolled. */
export function DocsSidebar({ nodes, path, html }: { nodes: SidebarNode[]; path: string; html: string | undefined }) {
  const list = useCurrentInView(path);
  const say = useWords();
  const frame = { className: 'sidebar sidebar-list', 'aria-label': say('Docs pages'), ref: list };
  if (html !== undefined) return <nav {...frame} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <nav {...frame}>
      <SidebarNodes nodes={nodes} path={path} />
    </nav>
  );
}

/** A list of sidebar nodes; `path` is the page that is shown. */
export function SidebarNodes({ nodes, path }: { nodes: SidebarNode[]; path: string }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={keyOf(node)}>
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
      <SiteLink href={node.href} aria-current={node.href === path ? 'page' : undefined}>
        {node.label}
      </SiteLink>
    );
  }
  return <SidebarPageLink label={node.label} to={node.path} path={path} />;
}

/** A link to a page of the sidebar, marked when it is the one that is shown. */
function SidebarPageLink({ label, to, path }: { label: string; to: string; path: string }) {
  const { baseUrl } = useSite();
  return (
    <a href={withBase(baseUrl, to)} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  );
}

function keyOf(node: SidebarNode): string {
  if (node.type === 'category') return `category ${node.key}`;
  if (node.type === 'heading') return `heading ${node.label}`;
  return `${node.type} ${node.type === 'page' ? node.path : node.href} ${node.label}`;
}

interface SidebarBranchProps {
  category: SidebarCategory;
  path: string;
}

/**
 * A category that opens and closes by itself, whatever the others do. A closed one ships without its items (a page
 * must cost the same on a site of any size); they are fetched when it opens. Until then, without JavaScript and when
 * fetching fails, it contains a link to the first of its pages.
 */
function SidebarBranch({ category, path }: SidebarBranchProps) {
  const { label, linked } = category;
  const details = useRef<HTMLDetailsElement>(null);
  const say = useWords();
  const { open, setOpen, items, load } = useSidebarBranch(category);
  // It may have been opened before React came.
  const adoptOpen = useEffectEvent(() => setOpen(details.current?.open ?? false));
  useEffect(() => adoptOpen(), []);
  const isLink = linked && category.path !== null;
  return (
    <>
      {isLink && <SidebarPageLink label={label} to={category.path ?? ''} path={path} />}
      <details ref={details} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary onPointerEnter={load} onFocus={load} className={isLink ? 'beside-link' : undefined}>
          {isLink ? <VisuallyHidden>{say('Pages of {category}', { category: label })}</VisuallyHidden> : label}
        </summary>
        {items ? <SidebarNodes nodes={items} path={path} /> : <FallbackLink category={category} path={path} />}
      </details>
    </>
  );
}

function FallbackLink({ category, path }: SidebarBranchProps) {
  const say = useWords();
  if (category.path === null) return null;
  return (
    <p className="sidebar-fallback">
      <SidebarPageLink label={say('Go to {category}', { category: category.label })} to={category.path} path={path} />
    </p>
  );
}

/**
 * What a category has open and loaded. A page that lies in it opens it; otherwise it stays as the reader left it. Items
 * once seen are kept when the reader moves on to another branch.
 *
 * Nothing is set while rendering: React may keep an earlier update waiting and would apply it after that.
 */
export function useSidebarBranch({ items: shipped, key }: SidebarCategory) {
  const { baseUrl } = useSite();
  const [toggled, setToggled] = useState({ shipped, open: shipped !== null });
  const [fetched, setFetched] = useState<SidebarNode[] | null>(null);
  const open = toggled.open || (shipped !== null && shipped !== toggled.shipped);
  const setOpen = useCallback((now: boolean) => setToggled({ shipped, open: now }), [shipped]);
  const items = shipped ?? fetched ?? keptSidebarItems(key);
  const load = () => {
    if (items === null) void fetchSidebarItems(baseUrl, key).then(setFetched, warn);
  };
  useEffect(() => {
    if (shipped) keepSidebarItems(key, shipped);
    if (open) load();
  });
  return { open, setOpen, items, load };
}

function warn(error: unknown): void {
  console.warn(error);
}

/** Items by category key, so that a category is fetched once a visit. A failed fetch is forgotten and may be tried again. */
const requests = new Map<string, Promise<SidebarNode[]>>();
const kept = new Map<string, SidebarNode[]>();

/** Keeps the items that came with a page. */
export function keepSidebarItems(key: string, items: SidebarNode[]): void {
  kept.set(key, items);
}

/** Items that an earlier fetch or page brought, null when there was none. */
export function keptSidebarItems(key: string): SidebarNode[] | null {
  return kept.get(key) ?? null;
}

/** The items of a closed category. Rejects when the file cannot be fetched or does not contain a list. */
export function fetchSidebarItems(baseUrl: string, key: string): Promise<SidebarNode[]> {
  const known = requests.get(key);
  if (known) return known;
  const request = requestItems(withBase(baseUrl, `/sidebar/${encodeURIComponent(key)}.json`));
  requests.set(key, request);
  request.then(
    (items) => kept.set(key, items),
    () => requests.delete(key),
  );
  return request;
}

async function requestItems(url: string): Promise<SidebarNode[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sidebar's pages could not be loaded: ${url} answered ${response.status}.`);
  const items: unknown = await response.json();
  if (!Array.isArray(items)) throw new Error(`The sidebar's pages could not be loaded: ${url} holds no list.`);
  return items as SidebarNode[];
}

/**
 * Keeps the current page's entry visible in a list that scrolls by itself. Only that list moves, and only when the
 * entry is out of sight: the reader's place in it is otherwise left alone.
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
