/** The face of a source below its title: its mark, its support status, and what its plugins can ingest. */
import { escapeAttribute } from '../markdown.ts';
import { CAPABILITIES, SUPPORT } from './source-file.ts';
import type { Capability, Source, SupportStatus } from './source-file.ts';

type Attributes = Readonly<Record<string, string | true>>;

const SUPPORT_LABELS: Readonly<Record<SupportStatus, string>> = {
  certified: 'Certified',
  incubating: 'Incubating',
  testing: 'Testing',
  unknown: 'Not rated',
};

const ALL = Object.keys(CAPABILITIES) as Capability[];

/** Line drawings on a 24 × 24 grid, with one path each. */
const GLYPHS: Readonly<Record<Capability, string>> = {
  SCHEMA_METADATA: 'M4 5h16v14H4zM4 10h16M10 10v9',
  CONTAINERS: 'M3 5h7l2 3h9v11H3z',
  LINEAGE_COARSE: 'M3 9h6v6H3zm12-6h6v6h-6zm0 12h6v6h-6zM9 12h3m3-6h-3v12h3',
  LINEAGE_FINE: 'M3 4h6v16H3zm12 0h6v16h-6zM9 8h6m-6 8h6',
  DATA_PROFILING: 'M4 20v-7m5 7V9m6 11v-5m5 5V4',
  USAGE_STATS: 'M2 12h5l3-8 4 16 3-8h5',
  PARTITION_SUPPORT: 'M4 4h16v16H4zm8 0v16m-8-8h16',
  DESCRIPTIONS: 'M4 6h16M4 12h16M4 18h9',
  TAGS: 'M3 3h8l10 10-8 8L3 11zM7.5 7.5v.01',
  OWNERSHIP: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 21a8 8 0 0 1 16 0',
  DOMAINS: 'M12 2.5l8.5 4.75v9.5L12 21.5l-8.5-4.75v-9.5z',
  PLATFORM_INSTANCE: 'M4 4h16v7H4zm0 9h16v7H4zm4-5.5v.01m0 8.99v.01',
  DELETION_DETECTION: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
};

/** The Markdown of the component. `<SourceMark>` renders nothing unless the site maps it to a component of its own. */
export function sourceFace({ name, plugins, listing }: Pick<Source, 'name' | 'plugins' | 'listing'>): string {
  const best = SUPPORT.find((status) => plugins.some(({ support }) => support === status)) ?? 'unknown';
  const supported = new Set(plugins.flatMap((plugin) => plugin.capabilities.flatMap((each) => (each.supported ? each.capability : []))));
  const able = ALL.filter((capability) => supported.has(capability)).join(' ');
  const mark = listing?.mark === undefined ? '' : ` mark="${escapeAttribute(listing.mark)}"`;
  return [
    `<SourceFace support="${best}"${able === '' ? '' : ` able="${able}"`}>`,
    `<SourceMark name=${JSON.stringify(name.replaceAll('"', ''))}${mark}/>`,
    '</SourceFace>',
  ].join('\n\n');
}

/** HTML of `<SourceFace support="certified" able="TAGS DOMAINS">`; the mark is rendered into its slot. */
export function renderSourceFace({ support, able = '' }: Attributes): string {
  const status = SUPPORT.find((each) => each === support) ?? 'unknown';
  const items = ALL.filter((capability) => String(able).split(' ').includes(capability)).map(
    (capability) =>
      `<li><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${GLYPHS[capability]}"/></svg>${CAPABILITIES[capability]}</li>`,
  );
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  return `<div class="source-face" data-nosnippet><slot></slot><p class="source-support ${status}">${SUPPORT_LABELS[status]}</p>${list}</div>`;
}
