/** Generates the page of each ingestion source, and its JSON Schema and recipe builder data. */
import { posix } from 'node:path';

import { blocks, codeSpan, descriptionOf, escapeMarkdown, fencedCode, MIN_DESCRIPTION, sentence, table } from '../markdown.ts';
import { REPOSITORY } from '../generator.ts';
import type { GenerateContext, GeneratedFile, GeneratedPage, ReferenceGenerator, Question } from '../generator.ts';
import { fieldAnchor, renderOptions, sharedTypeSection, groupAnchor, groupsOf } from './option-tables.ts';
import type { OptionContext } from './option-tables.ts';
import { optionsPath, recipeOptions, recipeSchema, recipeStart, schemaPath } from './recipes.ts';
import { sourceFace } from './source-face.ts';
import { CAPABILITIES, readSources, splitNotes } from './source-file.ts';
import type { Capability, Plugin, Source, SourceCatalog, SourceEntry, SupportStatus, Notes } from './source-file.ts';

/** Folder of the pages, below the docs root. */
export const SOURCES_FOLDER = 'generated/ingestion/sources';

/** The generator of `/docs/generated/ingestion/sources/{platform}`, and of two JSON files for each page. */
export const sources: ReferenceGenerator<SourceCatalog> = {
  read: readSources,
  generate: (catalog, context) => catalog.entries.map((entry) => sourcePage(entry, catalog, context)),
  files: ({ entries, shared }, { siteUrl, count }): GeneratedFile[] =>
    entries.flatMap(({ source: { data, file } }) => {
      const path = schemaPath(data.platform);
      const files = [
        { path, text: `${JSON.stringify(recipeSchema(data, shared, siteUrl + path), null, 1)}\n` },
        { path: optionsPath(data.platform), text: `${JSON.stringify(recipeOptions(data))}\n` },
      ];
      for (const { text } of files) count?.(text, file);
      return files;
    }),
};

/** The release of the platform that the catalog describes. */
const VERSION = 'v0.10.4';

const SUPPORT_WORDS: Readonly<Record<SupportStatus, string>> = {
  certified: 'Certified (well tested and widely adopted)',
  incubating: 'Incubating (ready for adoption; minor details may still change)',
  testing: 'Testing (available for experiments; may change without notice)',
  unknown: 'Not rated',
};

/** Generates the page of a source: what it ingests, its capabilities, how to start, and all options of its plugins. */
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
    only === undefined ? null : recipePreview(only, data),
    single === undefined ? null : supportLine(single, data),
    rest,
    single === undefined ? pluginTable(data) : null,
    single === undefined ? null : capabilities(single, '##', ''),
    parts.prerequisites,
    ...data.plugins.map((plugin, index) => pluginPart(plugin, index, data, options, context)),
    sharedTypeSection(options),
    ...parts.others,
    parts.troubleshooting,
    relatedGuides(data.platform, id, context),
  );
  context.count?.(markdown, file);
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
    phrasings: factPhrasings(data, parts),
    aliases: [...new Set([...data.aliases, `${data.name} source`, `${data.name} connector`])],
    markdown: `${markdown}\n`,
    file,
  };
}

/** Returns the description of the page: the summary, with more words if it is too short for search results. */
function describePage({ name, summary = `Metadata of ${name}.` }: Source): string {
  const text = descriptionOf(summary);
  return text.length >= MIN_DESCRIPTION ? text : descriptionOf(`${summary} Capabilities, recipe, and options of ${name}.`);
}

/** Renders the sections of a plugin. On a page with several plugins, each has a heading, and its sections are one level deeper. */
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
    recipe === undefined
      ? null
      : `[Install the plugin](#install${suffix}), save this recipe as ${codeSpan(`${name}_recipe.yml`)}, and run it with the command below.`,
    recipe?.includes('${') === true ? '<NotIndexed>\n\nValues in `${…}` come from environment variables.\n\n</NotIndexed>' : null,
    recipe === undefined ? null : fencedCode('yaml', recipe, title),
    recipe === undefined ? null : fencedCode('shell', `datahub ingest -c ${name}_recipe.yml`),
    `${level} Options ${id('options')}`,
    plugin.fields.length === 0 ? 'This plugin has no options.' : optionsIntroduction(index === 0 ? path : null, siteUrl),
    renderOptions(plugin, options, { level, suffix }),
  );
}

/**
 * Renders the explanation of the option tables.
 * @param schema route of the JSON Schema; null if the page already links to it for another plugin
 */
function optionsIntroduction(schema: string | null, siteUrl: string): string {
  return blocks(
    '<NotIndexed>',
    'A dotted name is nested under the option before the dot. `<key>` stands for a key that the outer option describes.',
    schema === null
      ? null
      : `Editors that support [JSON Schema](${schema}) can complete and validate the options. Add this comment as the first line of the recipe:`,
    schema === null ? null : fencedCode('yaml', `# yaml-language-server: $schema=${siteUrl}${schema}`, 'partial'),
    '</NotIndexed>',
  );
}

/** Renders the first lines of the starter recipe, with a link to the whole recipe. They are not indexed, because the recipe is. */
function recipePreview(plugin: Plugin, source: Source): string | null {
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

/** Returns a link to the plugin's code in the release that the pages describe. */
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
    .map(({ capability, supported, note }) => [escapeMarkdown(CAPABILITIES[capability]), capabilityDetails(supported, note, plugin)]);
  if (rows.length === 0) return '';
  return blocks(`${level} Capabilities {#capabilities${suffix}}`, table(['Capability', 'Details'], rows));
}

/** Renders the note of a capability. A supported capability with a note does not say that it is supported, since most are. */
function capabilityDetails(supported: boolean, note: string | undefined, plugin: Plugin): string {
  // A note of a single sentence has no period, like most notes, which are fragments.
  const notes = note === undefined ? '' : sentence(linkOptions(note, plugin)).replace(/^([^.]+)\.$/, '$1');
  if (!supported) return `**Not supported.** ${notes}`.trim();
  return notes === '' ? 'Supported' : notes;
}

/** Links the option names in backticks to their rows. */
function linkOptions(note: string, plugin: Plugin): string {
  return note.replace(/(?<!\[)`([\w.]+)`/g, (code, name: string) =>
    plugin.fields.some((field) => field.name === name) ? `[${code}](#${fieldAnchor(plugin.plugin, name)})` : code,
  );
}

/** Returns the paths below the docs root and the link texts of the quick guides that a platform may have. */
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

/** Renders the links to the guides that exist; empty if there are none. */
function relatedGuides(platform: string, from: string, { hasDoc }: GenerateContext): string {
  const found = [...quickGuides(platform), ...GENERAL_GUIDES].filter(([source]) => hasDoc(source));
  if (found.length === 0) return '';
  const items = found.map(([source, label]) => `- [${label}](${posix.relative(posix.dirname(from), source)})`);
  return blocks('## Related guides {#related-guides}', items.join('\n'));
}

// Questions that a source page answers. They are derived from its catalog file.

/** Suffix of the section ids of a plugin; empty on pages with one plugin. */
const suffixOf = (plugin: Plugin, { plugins }: Source): string => (plugins.length === 1 ? '' : `-${plugin.plugin}`);

/** A symptom in troubleshooting notes, as a heading or the bold start of a list item, that consists in missing metadata. */
const MISSING_METADATA = /^(?:### .*|- \*\*[^*]*)\b(?:missing|skipped|empty|nothing|no)\b/im;

/** What prerequisites contain if they name permissions: a word for them, or what an account can do. */
const PERMISSION =
  /permission|privilege|\brole|grant|polic|admin|\brights|access to list|read access|\b(?:account|user|credential)\b[^.]*\b(?:can|with|allow)\b/i;

/** Returns the questions that the generated sections of a source page answer, and those that its notes answer. */
function factQuestions(source: Source, { prerequisites, troubleshooting }: Notes): Question[] {
  const { name, plugins } = source;
  const [plugin] = plugins;
  if (plugin === undefined) return [];
  const suffix = suffixOf(plugin, source);
  const has = (capability: Capability): boolean => plugin.capabilities.some((each) => each.supported && each.capability === capability);
  const groups = groupsOf(plugin).map(({ id }) => id);
  const recipe = plugin.recipe ?? source.recipe;
  const objects = plugin.fields.some((field) => field.name === 'table_pattern') ? 'tables' : 'entities';
  return [
    ...(PERMISSION.test(prerequisites ?? '') ? [{ ask: `Which permissions does the ${name} source need?`, at: 'prerequisites' }] : []),
    { ask: `Which pip package do I install for ${name} ingestion?`, at: `install${suffix}` },
    ...(recipe === undefined
      ? []
      : [
          `How do I ingest metadata from ${name}?`,
          `How do I set up ${name} ingestion?`,
          `${name} connector setup`,
          ...(plugin.fields.length > 0 ? [`How do I connect ${name}?`] : []),
          `sample recipe yaml for ${name}`,
        ].map((ask) => ({ ask, at: `recipe${suffix}` }))),
    ...(has('LINEAGE_FINE')
      ? [{ ask: `Does ${name} ingestion support column-level lineage?`, at: `capabilities${suffix}` }]
      : has('DELETION_DETECTION')
        ? [{ ask: `Are ${objects} deleted in ${name} also removed from DataHub?`, at: `capabilities${suffix}` }]
        : []),
    ...(groups.includes('required')
      ? [{ ask: `Which settings are mandatory in a recipe for ${name}?`, at: groupAnchor('required', suffix) }]
      : []),
    ...(MISSING_METADATA.test(troubleshooting ?? '')
      ? [{ ask: `${name} ingestion runs but metadata is missing`, at: 'troubleshooting' }]
      : []),
  ];
}

/** How readers ask whether a source has a capability, and for its data. */
const ASKED_CAPABILITIES: Partial<Record<Capability, (name: string) => readonly string[]>> = {
  LINEAGE_COARSE: (name) => [`${name} lineage`, `Does DataHub show the lineage of ${name}?`],
  LINEAGE_FINE: (name) => [`${name} column-level lineage`, `Does ${name} support lineage between columns?`],
  DATA_PROFILING: (name) => [`${name} profiling`, `Does ${name} support data profiling?`],
  USAGE_STATS: (name) => [`${name} usage statistics and queries`, `Does ${name} ingestion read usage?`],
  TAGS: (name) => [`Are tags of ${name} ingested?`],
  OWNERSHIP: (name) => [`Are owners ingested from ${name}?`],
};

/** How readers ask for the options of a group. */
const ASKED_GROUPS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  connection: (name) => [`${name} authentication and connection options`, `username, password, or key for ${name}`],
  filters: (name) => [`exclude schemas, tables, or other objects of ${name}`, `${name} filter with allow and deny patterns`],
  lineage: (name) => [`lineage options of ${name}`],
  usage: (name) => [`usage options of ${name}`],
  profiling: (name) => [`profiling options of ${name}`, `turn on profiling for ${name}`],
  'stateful-ingestion': (name) => [`${name} stateful ingestion`, `remove deleted ${name} entities from the catalog`],
};

/** Data that some accounts cannot read, and that readers miss. */
const DATA = ['lineage', 'usage', 'profiles'];

function askedPrerequisites(name: string, prerequisites: string): string[] {
  const common = [`prerequisites of ${name} ingestion`];
  if (!PERMISSION.test(prerequisites)) return common;
  const data = DATA.filter((one) => prerequisites.toLowerCase().includes(one));
  return [...common, `rights and grants of the ${name} account`, ...data.map((one) => `Which permissions does ${name} need for ${one}?`)];
}

/** Returns further ways to ask for the sections of a source page, which readers do not see. */
function factPhrasings(source: Source, { troubleshooting, prerequisites }: Notes): Question[] {
  const { name, plugins } = source;
  const [first] = plugins;
  if (first === undefined) return [];
  const ofSection = (at: string | undefined, asked: readonly string[]): Question[] =>
    asked.map((ask) => ({ ask, ...(at !== undefined && { at }) }));
  const capabilities = Object.entries(ASKED_CAPABILITIES).flatMap(([capability, asked]) => {
    const plugin = plugins.find((one) => one.capabilities.some((each) => each.capability === capability));
    return plugin === undefined ? [] : ofSection(`capabilities${suffixOf(plugin, source)}`, asked(name));
  });
  const groups = Object.entries(ASKED_GROUPS).flatMap(([group, asked]) => {
    const plugin = plugins.find((one) => groupsOf(one).some(({ id }) => id === group));
    return plugin === undefined ? [] : ofSection(groupAnchor(group, suffixOf(plugin, source)), asked(name));
  });
  return [
    ...ofSection(undefined, [
      `Does DataHub support ${name}?`,
      `Can DataHub connect to ${name}?`,
      `Is a connector available for ${name}?`,
      `What is extracted from ${name}?`,
    ]),
    ...ofSection(plugins.length === 1 ? undefined : 'plugins', [`Is the ${name} source ready for production, certified, or in testing?`]),
    ...capabilities,
    ...groups,
    ...(prerequisites === null ? [] : ofSection('prerequisites', askedPrerequisites(name, prerequisites))),
    ...(troubleshooting === null
      ? []
      : ofSection('troubleshooting', [
          `${name} ingestion fails with an error`,
          ...DATA.filter((data) => troubleshooting.includes(data)).map((data) => `${name} ${data} is missing`),
        ])),
  ];
}
