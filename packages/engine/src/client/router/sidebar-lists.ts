/** What pages of one category share of the sidebar. A page names its file; each file is asked for once a visit. */
import type { SidebarNode } from '#model/navigation.ts';
import type { SentPage } from '#model/page.ts';

export interface SidebarLists {
  /** The nodes that a page names or holds: new ones for each page, by which the shell sees that another page is shown. */
  load(sidebar: SentPage['sidebar'], init?: RequestInit): Promise<SidebarNode[] | null>;
}

export function createSidebarLists(fetchFile: typeof fetch = (...request) => fetch(...request)): SidebarLists {
  const files = new Map<string, Promise<string>>();

  async function request(address: string, init: RequestInit): Promise<string> {
    const response = await fetchFile(address, init);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    return response.text();
  }

  return {
    async load(sidebar, init = {}) {
      if (typeof sidebar !== 'string') return sidebar;
      const file = files.get(sidebar) ?? request(sidebar, init);
      files.set(sidebar, file);
      // What failed may be tried again.
      file.catch(() => files.delete(sidebar));
      return JSON.parse(await file) as SidebarNode[];
    },
  };
}
