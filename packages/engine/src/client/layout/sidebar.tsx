import type { SidebarNode } from '#model/navigation.ts';

import { SidebarNodes } from './sidebar-nodes.tsx';
import { useCurrentInView } from './use-current-in-view.ts';

/** The column of documentation pages. It stays mounted from page to page, and with it what is open and how far it is scrolled. */
export function DocsSidebar({ nodes, path, html }: { nodes: SidebarNode[]; path: string; html: string | undefined }) {
  const list = useCurrentInView(path);
  const frame = { className: 'sidebar sidebar-list', 'aria-label': 'Docs pages', ref: list };
  if (html !== undefined) return <nav {...frame} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <nav {...frame}>
      <SidebarNodes nodes={nodes} path={path} />
    </nav>
  );
}
