/** Reference pages as a plugin of the engine: `plugins: [reference({ catalog: 'catalog' })]`. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin } from '@quire/engine/plugin.ts';

import { openReference } from './open-reference.ts';
import { renderOptionFilter } from './sources/option-tables.ts';
import { renderSourceFace } from './sources/source-face.ts';

export type { Integration } from './integrations.ts';

export interface ReferenceOptions {
  /** Folder of the catalog, relative to the configuration file. */
  catalog: string;
}

/** Generates pages from catalog data, and checks the examples of all pages against it. */
export function reference({ catalog }: ReferenceOptions): Plugin {
  const browser = (file: string): string => join(import.meta.dirname, 'browser', file);
  return {
    name: 'reference',
    root: import.meta.dirname,
    sources: [catalog],
    components: {
      SourceFace: { render: renderSourceFace, markdown: () => '' },
      // Text that many pages repeat is not indexed, because it would match too many searches.
      NotIndexed: { render: () => '<div class="not-indexed" data-nosnippet><slot></slot></div>', markdown: () => '' },
      SourceMark: { render: () => '', markdown: () => '' },
      OptionFilter: { render: renderOptionFilter, markdown: () => '' },
    },
    client: { islands: { 'option-filter': browser('option-filter.ts') }, criticalStyles: browser('sources.css') },
    fenceWords: ['partial', 'unchecked'],
    async content({ configDir, ...context }) {
      const dir = resolve(configDir, catalog);
      if (!(await stat(dir).catch(() => null))?.isDirectory()) {
        const message = `reference({ catalog: '${catalog}' }): The folder does not exist. Create it, or name another one.`;
        return { docs: [], problems: [{ file: 'site.config.ts', message, severity: 'error' }], fingerprint: '' };
      }
      const { integrations, ...contribution } = await openReference({ dir, ...context });
      return { ...contribution, pageData: { integrations: { entries: integrations } }, watch: [dir] };
    },
  };
}
