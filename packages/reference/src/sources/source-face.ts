/** The face of a source page: its mark, how well it is supported, and what it ingests, before anything is read. */
import { CAPABILITIES, SUPPORT } from './source-file.ts';
import type { Capability, Source, SupportStatus } from './source-file.ts';

type Attributes = Readonly<Record<string, string | true>>;

/** Path data on a grid of 24, for a line of 2 units. */
const ICONS: Readonly<Record<Capability, string>> = {
  SCHEMA_METADATA: 'M4 5h16v14H4zM4 10h16M10 10v9',
  CONTAINERS: 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10',
  LINEAGE_COARSE: 'M3 10h5v4H3zM16 4h5v4h-5zM16 16h5v4h-5zM8 12h4V6h4m-4 6v6h4',
  LINEAGE_FINE: 'M3 4h6v16H3zM15 4h6v16h-6zM9 9h6m-6 6h6M3 12h6m6 0h6',
  DATA_PROFILING: 'M5 20v-6m5 6V9m4.5 11v-8M19 20V4M3 20h18',
  USAGE_STATS: 'M3 17l6-6 4 4 8-9m-5 0h5v5',
  PARTITION_SUPPORT: 'M4 4h16v16H4zM4 9.5h16m-16 5h16',
  DESCRIPTIONS: 'M5 6h14M5 11h14M5 16h9',
  TAGS: 'M3 4h8l10 9-8 8L3 12zM7.5 8.5h.01',
  OWNERSHIP: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20c0-4 3-6 7-6s7 2 7 6',
  DOMAINS: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 6 5 12 0 18M12 3c-5 6-5 12 0 18',
  PLATFORM_INSTANCE: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  DELETION_DETECTION: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5m4-5v5',
};

const SUPPORT_LABELS: Readonly<Record<SupportStatus, string>> = {
  certified: 'Certified',
  incubating: 'Incubating',
  testing: 'Testing',
  unknown: 'Not rated',
};

const KNOWN = Object.keys(CAPABILITIES) as Capability[];

/** The component as it is written on the page of a source. `<SourceMark>` draws nothing until a site maps it to marks of its own. */
export function sourceFace({ name, plugins, listing }: Source): string {
  const supported = new Set(plugins.flatMap(({ capabilities }) => capabilities.flatMap((each) => (each.supported ? each.capability : []))));
  const best = SUPPORT.find((status) => plugins.some(({ support }) => support === status)) ?? 'unknown';
  const mark = listing?.mark === undefined ? '' : ` mark="${listing.mark}"`;
  const capabilities = KNOWN.filter((each) => supported.has(each)).join(' ');
  return [
    `<SourceFace support="${best}" capabilities="${capabilities}">`,
    `<SourceMark name=${JSON.stringify(name.replaceAll('"', ''))}${mark}/>`,
    '</SourceFace>',
  ].join('\n\n');
}

/** HTML of `<SourceFace support="certified" capabilities="TAGS DOMAINS">`; the mark goes to its slot. */
export function renderSourceFace({ support, capabilities }: Attributes): string {
  const status = SUPPORT.find((each) => each === support) ?? 'unknown';
  const items = String(capabilities)
    .split(' ')
    .flatMap((name) => KNOWN.find((each) => each === name) ?? [])
    .map(
      (each) => `<li><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[each]}"/></svg>${CAPABILITIES[each]}</li>`,
    );
  const list = items.length === 0 ? '' : `<ul aria-label="Capabilities">${items.join('')}</ul>`;
  return `<div class="source-face" data-nosnippet><slot></slot><p class="source-support ${status}">${SUPPORT_LABELS[status]}</p>${list}</div>`;
}
