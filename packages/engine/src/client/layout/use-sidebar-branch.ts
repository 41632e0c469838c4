import { useCallback, useEffect, useState } from 'react';

import type { SidebarCategory, SidebarNode } from '#model/navigation.ts';

import { fetchSidebarItems, keepSidebarItems, keptSidebarItems } from './sidebar-items.ts';
import { useSite } from './site-context.ts';

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
