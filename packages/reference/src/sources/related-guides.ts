import { posix } from 'node:path';

import type { GenerateContext } from '../contract.ts';
import { blocks } from '../markdown/blocks.ts';

/** Guides to one platform, by path below the docs' root; those that exist are linked. */
const guidesOf = (platform: string): [string, string][] => [
  [`quick-ingestion-guides/${platform}/overview.md`, 'Quick guide: overview'],
  [`quick-ingestion-guides/${platform}/setup.md`, 'Quick guide: set up access'],
  [`quick-ingestion-guides/${platform}/configuration.md`, 'Quick guide: configure the ingestion'],
];

const GENERAL: readonly [string, string][] = [
  ['metadata-ingestion/index.md', 'Introduction to metadata ingestion'],
  ['ui-ingestion.md', 'Ingest from the web interface'],
];

/** The section of links at a source page's end; empty where no guide exists. */
export function relatedGuides(platform: string, from: string, { hasDoc }: GenerateContext): string {
  const found = [...guidesOf(platform), ...GENERAL].filter(([source]) => hasDoc(source));
  if (found.length === 0) return '';
  const items = found.map(([source, label]) => `- [${label}](${posix.relative(posix.dirname(from), source)})`);
  return blocks('## Related guides {#related-guides}', items.join('\n'));
}
