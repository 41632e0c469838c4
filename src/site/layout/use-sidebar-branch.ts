import { useEffect, useState } from 'react';

import type { SidebarCategory, SidebarNode } from '#model/navigation.ts';

import { fetchSidebarItems, keptSidebarItems } from './sidebar-items.ts';
import { useSite } from './site-context.ts';

/** What a category has open and loaded. Items once seen are kept when the reader moves on to another branch. */
export function useSidebarBranch({ items: shipped, key }: SidebarCategory) {
  const { baseUrl } = useSite();
  const [open, setOpen] = useState(shipped !== null);
  const [fetched, setFetched] = useState<SidebarNode[] | null>(() => shipped ?? keptSidebarItems(key));
  const [seen, setSeen] = useState(shipped);
  if (shipped !== seen) {
    setSeen(shipped);
    if (shipped) {
      setFetched(shipped);
      setOpen(true);
    }
  }
  const items = shipped ?? fetched;
  const load = () => {
    if (items === null) void fetchSidebarItems(baseUrl, key).then(setFetched, warn);
  };
  useEffect(() => {
    if (open) load();
  });
  return { open, setOpen, items, load };
}

function warn(error: unknown): void {
  console.warn(error);
}
