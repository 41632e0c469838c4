import { createHash } from 'node:crypto';

import type { SidebarNode } from '#model/navigation.ts';
import { withBase } from '#model/url.ts';

import type { Output } from './output.ts';

/** Files of what pages of one category share of the sidebar: in each page it would be as long as all else that is said of the page. */
export interface SidebarFiles {
  /** Address of the list's file, which is written when it is asked for first; null for a page without a sidebar. */
  addressOf(nodes: SidebarNode[] | null): Promise<string | null>;
}

export function createSidebarFiles(output: Output, baseUrl: string): SidebarFiles {
  const addresses = new Map<SidebarNode[], string>();
  return {
    async addressOf(nodes) {
      if (nodes === null) return null;
      const known = addresses.get(nodes);
      if (known !== undefined) return known;
      const json = JSON.stringify(nodes);
      const route = `/assets/sidebar/${createHash('sha256').update(json).digest('base64url').slice(0, 12)}.json`;
      const address = withBase(baseUrl, route);
      addresses.set(nodes, address);
      // The name hangs on all that is in it, so a file of that name is the same.
      if (!output.keep([`site${route}`])) await output.write(`site${route}`, json);
      return address;
    },
  };
}
