import { posix } from 'node:path';

import { blocks, codeSpan, descriptionOf, escapeMarkdown, fencedCode, sentence, table } from '../markdown.ts';
import { REPOSITORY } from '../part.ts';
import type { GenerateContext, GeneratedFile, GeneratedPage, Question, ReferencePart } from '../part.ts';
import { fieldAnchor, groupAnchor, groupsOf, renderOptions, sharedTypeSection } from './option-tables.ts';
import type { OptionContext } from './option-tables.ts';
import { optionsPath, recipeOptions, recipeSchema, recipeStart, schemaPath } from './recipes.ts';
import { CAPABILITIES, SUPPORT, readSources, splitNotes } from './source-file.ts';
import type { Capability, Notes, Plugin, Source, SourceCatalog, SourceEntry, SupportStatus } from './source-file.ts';

/** Folder of the pages, below the docs root. */
export const SOURCES_FOLDER = 'generated/ingestion/sources';

/** Pages of the ingestion sources, `/docs/generated/ingestion/sources/{platform}`, with a JSON Schema and the options of the recipe builder for each. */
export const sources: ReferencePart<SourceCatalog> = {
  read: readSources,
  generate: (catalog, context) => catalog.entries.map((entry) => sourcePage(entry, catalog, context)),
  files: ({ entries, shared }, { siteUrl }): GeneratedFile[] =>
    entries.flatMap(({ source: { data } }) => {
      const path = schemaPath(data.platform);
      return [
        { path, text: `${JSON.stringify(recipeSchema(data, shared, siteUrl + path), null, 1)}\n` },
        { path: optionsPath(data.platform), text: `${JSON.stringify(recipeOptions(data))}\n` },
      ];
    }),
};

/** The release of the platform that the catalog describes. */
const VERSION = 'v0.10.4';

/** Length of a useful description in search results. */
const MIN_DESCRIPTION = 50;

const SUPPORT_WORDS: Readonly<Record<SupportStatus, string>> = {
  certified: 'Certified (well tested and widely adopted)',
  incubating: 'Incubating (ready for adoption; minor details may still change)',
  testing: 'Testing (available for experiments; may change without notice)',
  unknown: 'Not rated',
};

/** The page of one source: what it ingests, its capabilities, how to start, and every option of its plugins. */
export function sourcePage(
  { source, notes }: SourceEntry,
  { shared, sharedTypes }: Pick<SourceCatalog, 'shared' | 'sharedTypes'>,
  context: GenerateContext,
): GeneratedPage {
  const { data, file } = source;
  const id = `${SOURCES_FOLDER}/${data.platform}`;
  const parts = splitNotes(notes ?? '');
  const options: OptionContext = { shared, sharedTypes, used: new Map() };
  const [only] = data.plugins;
  const single = data.plugins.length === 1 ? only : undefined;
  const introduction = parts.introduction === '' ? sentence(data.summary ?? `Ingests metadata from ${data.name}.`) : parts.introduction;
  const [, lead = introduction, rest = ''] = /^([^\n|]+)\n\n([^]*)$/.exec(introduction) ?? [];
  const markdown = blocks(
    sourceFace(data),
    lead,
    only === undefined ? null : recipeBeginning(only, data),
    rest,
    single === undefined ? pluginTable(data) : supportLine(single, data),
    single === undefined ? null : capabilities(single, '##', ''),
    parts.prerequisites,
    ...data.plugins.map((plugin, index) => pluginPart(plugin, index, data, options, context)),
    sharedTypeSection(options),
    ...parts.others,
    parts.troubleshooting,
    relatedGuides(data.platform, id, context),
  );
  return {
    id,
    source: `${id}.md`,
    path: `${context.basePath}/${id}`,
    title: data.name,
    sidebarLabel: data.name,
    sidebarPosition: null,
    description: describePage(data),
    keywords: [...new Set([...data.plugins.map((plugin) => plugin.plugin), ...data.otherTypes, 'recipe', 'connector', 'source'])],
    questions: [...data.questions, ...factQuestions(data, parts)],
    aliases: data.aliases,
    markdown: `${markdown}\n`,
    file,
  };
}

/** The summary, completed if it is too short for search results. */
function describePage({ name, summary = `Metadata of ${name}.` }: Source): string {
  const text = descriptionOf(summary);
  return text.length >= MIN_DESCRIPTION ? text : descriptionOf(`${summary} Capabilities, recipe, and options of ${name}.`);
}

/** Suffix of the section ids of a plugin; empty on pages with one plugin. */
const suffixOf = (plugin: Plugin, { plugins }: Source): string => (plugins.length === 1 ? '' : `-${plugin.plugin}`);

/** The sections of one plugin; on pages with several plugins one level deeper, under a heading per plugin. */
function pluginPart(plugin: Plugin, index: number, source: Source, options: OptionContext, { siteUrl }: GenerateContext): string {
  const suffix = suffixOf(plugin, source);
  const level = suffix === '' ? '##' : '###';
  const name = plugin.plugin;
  const id = (part: string): string => `{#${part}${suffix}}`;
  const recipe = plugin.recipe ?? (index === 0 ? source.recipe : undefined);
  const title = `title=${JSON.stringify(`${name}_recipe.yml`)}`;
  const path = schemaPath(source.platform);
  return blocks(
    suffix === '' ? null : `## Plugin ${codeSpan(name)} {#${name}}`,
    suffix === '' ? null : capabilities(plugin, level, suffix),
    `${level} Install ${id('install')}`,
    plugin.extra === null ? 'The plugin has no dependencies beyond the base package.' : null,
    fencedCode('shell', `python3 -m pip install --upgrade 'acryl-datahub${plugin.extra === null ? '' : `[${plugin.extra}]`}'`),
    recipe === undefined ? null : `${level} Starter recipe ${id('recipe')}`,
    recipe?.includes('${') === true ? '<NotIndexed>\n\nValues in `${…}` come from environment variables.\n\n</NotIndexed>' : null,
    recipe === undefined ? null : fencedCode('yaml', recipe, title),
    recipe === undefined ? null : fencedCode('shell', `datahub ingest -c ${name}_recipe.yml`),
    `${level} Options ${id('options')}`,
    plugin.fields.length === 0 ? 'This plugin has no options.' : optionsIntroduction(index === 0 ? path : null, siteUrl),
    renderOptions(plugin, options, { level, suffix }),
  );
}

/** Renders the explanation of the option tables. @param schema route of the JSON Schema; null if the page already names it for another plugin */
function optionsIntroduction(schema: string | null, siteUrl: string): string {
  return blocks(
    '<NotIndexed>',
    'A dotted name is nested under the option before the dot. Replace `<key>` with a name that you choose.',
    schema === null
      ? null
      : `Editors that support [JSON Schema](${schema}) can complete and validate the options. Add this comment as the first line of the recipe:`,
    schema === null ? null : fencedCode('yaml', `# yaml-language-server: $schema=${siteUrl}${schema}`, 'partial'),
    '</NotIndexed>',
  );
}

/** Renders the first lines of the starter recipe, with a link to all of it. Search skips them, since it finds the recipe itself. */
function recipeBeginning(plugin: Plugin, source: Source): string | null {
  const code = recipeStart(plugin, plugin.recipe ?? source.recipe);
  const suffix = suffixOf(plugin, source);
  const recipe = suffix === '' ? 'a recipe' : `a recipe for ${codeSpan(plugin.plugin)}`;
  return code === null
    ? null
    : blocks(
        '<NotIndexed>',
        code,
        `These are the first lines of ${recipe}. [Install the plugin](#install${suffix}), then continue with the [starter recipe](#recipe${suffix}).`,
        '</NotIndexed>',
      );
}

function supportLine(plugin: Plugin, source: Source): string {
  const others = source.otherTypes.length === 0 ? '' : ` (also ${source.otherTypes.map(codeSpan).join(', ')})`;
  return `- **Support status**: ${SUPPORT_WORDS[plugin.support]}\n- **Plugin**: ${codeSpan(plugin.plugin)}${others}${codeLink(plugin)}`;
}

/** The plugin's code in the release that the pages describe. */
function codeLink({ code }: Plugin): string {
  return code === undefined ? '' : `, [source code](${REPOSITORY}/blob/${VERSION}/${code})`;
}

function pluginTable(source: Source): string {
  const rows = source.plugins.map((plugin) => [
    `[${codeSpan(plugin.plugin)}](#${plugin.plugin})${codeLink(plugin)}`,
    SUPPORT_WORDS[plugin.support],
    `${plugin.fields.length}`,
  ]);
  const others = source.otherTypes.length === 0 ? null : `Recipes can also use the type ${source.otherTypes.map(codeSpan).join(', ')}.`;
  return blocks('## Plugins {#plugins}', table(['Plugin', 'Support status', 'Options'], rows), others);
}

function capabilities(plugin: Plugin, level: string, suffix: string): string {
  const order = Object.keys(CAPABILITIES) as Capability[];
  const rows = plugin.capabilities
    .toSorted((a, b) => order.indexOf(a.capability) - order.indexOf(b.capability))
    .map(({ capability, supported, note }) => [
      escapeMarkdown(CAPABILITIES[capability]),
      supported ? 'Yes' : 'No',
      sentence(linkOptions(note ?? '', plugin)),
    ]);
  if (rows.length === 0) return '';
  return blocks(`${level} Capabilities {#capabilities${suffix}}`, table(['Capability', 'Supported', 'Notes'], rows));
}

/** Links option names in backticks to their rows. */
function linkOptions(note: string, plugin: Plugin): string {
  return note.replace(/(?<!\[)`([\w.]+)`/g, (code, name: string) =>
    plugin.fields.some((field) => field.name === name) ? `[${code}](#${fieldAnchor(plugin.plugin, name)})` : code,
  );
}

/** The questions that every source page answers from its facts, with the section that answers each. */
function factQuestions(source: Source, { prerequisites, troubleshooting }: Notes): Question[] {
  const { name, plugins } = source;
  const [plugin] = plugins;
  if (plugin === undefined) return [];
  const suffix = suffixOf(plugin, source);
  const has = (capability: Capability): boolean => plugin.capabilities.some((each) => each.capability === capability);
  const groups = groupsOf(plugin).map(({ id }) => id);
  const recipe = plugin.recipe ?? source.recipe;
  return [
    ...(prerequisites === null ? [] : [{ ask: `Which permissions does the ${name} source need?`, at: 'prerequisites' }]),
    { ask: `Which pip package do I install for ${name} ingestion?`, at: `install${suffix}` },
    ...(recipe === undefined ? [] : [{ ask: `sample recipe yaml for ${name}`, at: `recipe${suffix}` }]),
    ...(has('LINEAGE_FINE')
      ? [{ ask: `Does ${name} ingestion support column-level lineage?`, at: `capabilities${suffix}` }]
      : has('DELETION_DETECTION')
        ? [{ ask: `Are tables deleted in ${name} also removed from DataHub?`, at: `capabilities${suffix}` }]
        : []),
    ...(groups.includes('required')
      ? [{ ask: `Which settings are mandatory in a recipe for ${name}?`, at: groupAnchor('required', suffix) }]
      : []),
    ...(troubleshooting === null ? [] : [{ ask: `${name} ingestion runs but metadata is missing`, at: 'troubleshooting' }]),
  ];
}

/** Quick guides to one platform, by path below the docs root; those that exist are linked. */
const quickGuides = (platform: string): [string, string][] => [
  [`quick-ingestion-guides/${platform}/overview.md`, 'Quick guide: overview'],
  [`quick-ingestion-guides/${platform}/setup.md`, 'Quick guide: set up access'],
  [`quick-ingestion-guides/${platform}/configuration.md`, 'Quick guide: configure the ingestion'],
];

const GENERAL_GUIDES: readonly [string, string][] = [
  ['metadata-ingestion/index.md', 'Introduction to metadata ingestion'],
  ['ui-ingestion.md', 'Ingest metadata in the UI'],
  ['metadata-ingestion/sink_docs/datahub.md', 'Configure the DataHub sink'],
];

/** The links at the end of a source page; empty if no guide exists. */
function relatedGuides(platform: string, from: string, { hasDoc }: GenerateContext): string {
  const found = [...quickGuides(platform), ...GENERAL_GUIDES].filter(([source]) => hasDoc(source));
  if (found.length === 0) return '';
  const items = found.map(([source, label]) => `- [${label}](${posix.relative(posix.dirname(from), source)})`);
  return blocks('## Related guides {#related-guides}', items.join('\n'));
}

type Attributes = Readonly<Record<string, string | true>>;

/** SVG path data on a 24 × 24 grid, drawn with a stroke 2 units wide. */
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

/** The Markdown of the component. `<SourceMark>` renders nothing unless the site maps it to a component of its own. */
function sourceFace({ name, plugins, listing }: Source): string {
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

/** HTML of `<SourceFace support="certified" capabilities="TAGS DOMAINS">`; the mark is rendered into its slot. */
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
