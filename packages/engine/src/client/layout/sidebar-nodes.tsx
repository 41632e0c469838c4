import { useEffect, useEffectEvent, useRef } from 'react';

import type { SidebarCategory, SidebarNode } from '#model/navigation.ts';
import { withBase } from '#model/url.ts';

import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useSite } from './site-context.ts';
import { SiteLink } from './site-link.tsx';
import { useSidebarBranch } from './use-sidebar-branch.ts';

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
  return `${node.type} ${node.type === 'page' ? node.path : node.href} ${node.label}`;
}

interface SidebarBranchProps {
  category: SidebarCategory;
  path: string;
}

/**
 * A category that opens and closes by itself, whatever the others do. A closed one ships without its items (a page
 * must cost the same on a site of any size); they are fetched when it opens. Until then, without JavaScript and when
 * fetching fails, it holds a link to where its pages begin.
 */
function SidebarBranch({ category, path }: SidebarBranchProps) {
  const { label, linked } = category;
  const details = useRef<HTMLDetailsElement>(null);
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
          {isLink ? <VisuallyHidden>{`Pages of ${label}`}</VisuallyHidden> : label}
        </summary>
        {items ? <SidebarNodes nodes={items} path={path} /> : <FallbackLink category={category} path={path} />}
      </details>
    </>
  );
}

function FallbackLink({ category, path }: SidebarBranchProps) {
  if (category.path === null) return null;
  return (
    <p className="sidebar-fallback">
      <SidebarPageLink label={`Go to ${category.label}`} to={category.path} path={path} />
    </p>
  );
}
