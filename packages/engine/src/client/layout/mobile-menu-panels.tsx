import { useState } from 'react';

import type { SidebarNode } from '#model/navigation.ts';
import type { PageShell } from '#model/page.ts';

import { Icon } from '../ui/icon.tsx';
import { arrowLeftIcon, chevronIcon } from '../ui/icons.ts';
import { NavbarEntry } from './navbar-entry.tsx';
import { SidebarNodes } from './sidebar-nodes.tsx';
import { useSite } from './site-context.ts';
import { useCurrentInView } from './use-current-in-view.ts';

/** The main menu and, on documentation pages, the docs sidebar as the secondary menu that is shown first. */
export function MobileMenuPanels({ page }: { page: PageShell }) {
  const [docsShown, setDocsShown] = useState(true);
  if (page.sidebar === null) return <MainPanel path={page.path} />;
  if (!docsShown) return <MainPanel path={page.path} onShowDocs={() => setDocsShown(true)} />;
  return <DocsPanel nodes={page.sidebar} path={page.path} onBack={() => setDocsShown(false)} />;
}

function DocsPanel({ nodes, path, onBack }: { nodes: SidebarNode[]; path: string; onBack: () => void }) {
  const list = useCurrentInView(path);
  return (
    <>
      <button type="button" className="mobile-menu-switch" onClick={onBack} autoFocus>
        <Icon icon={arrowLeftIcon} />
        Back to main menu
      </button>
      <nav className="mobile-menu-list sidebar-list" aria-label="Docs pages" ref={list}>
        <SidebarNodes nodes={nodes} path={path} />
      </nav>
    </>
  );
}

function MainPanel({ path, onShowDocs }: { path: string; onShowDocs?: () => void }) {
  const { items } = useSite().navbar;
  return (
    <>
      {onShowDocs && (
        <button type="button" className="mobile-menu-switch" onClick={onShowDocs} autoFocus>
          Docs pages
          <Icon icon={chevronIcon} />
        </button>
      )}
      <nav className="mobile-menu-list" aria-label="Main">
        <ul>
          {items.map((item) => (
            <li key={`${item.href} ${item.label}`}>
              <NavbarEntry item={item} path={path} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
